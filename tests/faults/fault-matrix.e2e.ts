// The quickest rows of the fault matrix in docs/reliability.md: whatever breaks, nothing acknowledged is lost.
import { expect, test } from 'bun:test'
import { createCluster } from '../support/cluster.ts'
import { faults } from './matrix-faults.ts'

/** The time from the end of the cause. */
const MAX_RECOVERY_MS = 30_000

await using cluster = await createCluster()
if (!cluster) console.log('skipped: the fault matrix (no Postgres binaries)')

for (const { name, measure, isQuick, missing } of faults) {
  if (!isQuick) continue
  const reason = missing?.() ?? null
  if (reason !== null) console.log(`skipped: ${name} (${reason})`)
  test.skipIf(!cluster || reason !== null)(
    `${name}: nothing acknowledged is lost or made twice, no answer is wrong, and the service recovers`,
    async () => {
      const { lost, wrong, duplicates, recoveryMs, acknowledged } = await measure()
      expect(wrong).toEqual([])
      expect(lost).toBe(0)
      expect(duplicates).toEqual({ mails: 0, numbers: 0, bookings: 0 })
      // So many mean something, on a slow machine too.
      expect(acknowledged).toBeGreaterThan(20)
      expect(recoveryMs).toBeLessThan(MAX_RECOVERY_MS)
    },
  )
}
