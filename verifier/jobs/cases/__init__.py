"""Cases: positions with the claims that documents make of them."""
