/** Returns a function that tells the processor time of this process since the call, in milliseconds: other work does not count. */
export function startCpuTimer(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  }
}
