// Loaded into a measured process before its own code: says at the end what the process used.
const { writeSync } = require("node:fs");
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, maxRssMb: maxRSS / 1024 }));
});
