"""What the server allows."""

import dataclasses
import ipaddress

__all__ = ["Settings"]


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """Address and limits of a server. Times are in seconds."""

    host: str = "127.0.0.1"
    port: int = 8361
    """0 for any free one."""
    names: tuple[str, ...] = ()
    """Further names under which the page may be asked for (the Host header)."""
    searches: int = 2
    """Judgements that run at the same time; others wait."""
    waiting: int = 8
    """Judgements that may wait; more are refused."""
    unit_seconds: float = 60.0
    """The most that a page may ask for one unit under one ruleset."""
    total_seconds: float = 600.0
    """After that a judgement is ended, and keeps what was found."""
    memory_mib: int = 1024
    """For one search."""
    request_bytes: int = 256 * 1024
    answer_seconds: float = 20.0
    """For reading a position, and for one answer of a proof."""
    absent_seconds: float = 45.0
    """A judgement that no page has asked about for so long is ended."""
    kept: int = 40
    """Finished judgements that are remembered, the newest ones."""
    proof_bytes: int = 512 * 1024 * 1024
    """Disk space for certificates; those of the oldest judgements are dropped."""

    @property
    def board_seconds(self) -> float:
        """The most that a page may ask for a whole game; the rest of the time is for reading and writing."""
        return 0.9 * self.total_seconds

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False
