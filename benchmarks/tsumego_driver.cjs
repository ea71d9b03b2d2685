// Answers questions about enclosed problems with tsumego.js, one JSON object per line each way.
//
// Question: {"sgf": ..., "player": "B" or "W", "masters": [-1, 0, 1, ...], "seconds": limit, "times": n, "long": s}
// Answer:   {"wins": [...], "seconds": [...], "nodes": ..., "limit": true if the time ran out}
//
// The answer is found n times in a row, or until that takes s seconds, each time with a solver of its own. A solver
// is asked once for each ko master (1 Black, -1 White, 0 nobody), so that what it stored for one is there for the
// next. Usage: node tsumego_driver.cjs FOLDER, where FOLDER is the one in which `npm install tsumego.js` was run.

"use strict";

const path = require("path");
const readline = require("readline");
const tsumego = require(path.resolve(process.argv[2], "node_modules", "tsumego.js"));

function answer(question) {
  const begun = process.hrtime.bigint();
  const spent = () => Number(process.hrtime.bigint() - begun) / 1e9;
  const nodes = tsumego.stat.expand;
  const color = question.player === "B" ? 1 : -1;
  const solver = new tsumego.Solver(question.sgf);
  const wins = [];
  for (const km of question.masters) {
    // The search gives way about every 10 ms, which is how a limit can be kept.
    const search = solver.g_solve(color, { km, time: 10 });
    let step = search.next();
    while (!step.done && spent() < question.seconds) step = search.next();
    if (!step.done) return { wins, seconds: spent(), nodes: tsumego.stat.expand - nodes, limit: true };
    wins.push(step.value * color > 0);
  }
  return { wins, seconds: spent(), nodes: tsumego.stat.expand - nodes, limit: false };
}

function answers(question) {
  const first = answer(question);
  const seconds = [first.seconds];
  while (!first.limit && seconds.length < question.times && seconds[seconds.length - 1] < question.long)
    seconds.push(answer(question).seconds);
  return { ...first, seconds };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  let reply;
  try {
    reply = answers(JSON.parse(line));
  } catch (error) {
    reply = { error: String(error.message || error) };
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
});
