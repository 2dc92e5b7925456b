// Measures reads of the site while 200 people sign in at once, three times in a row.
import { ADMIN, report, startService } from './support/service.ts'

const SIGN_INS = 200
const ROUNDS = 3

await using service = await startService()

const read = async () => {
  const started = performance.now()
  const response = await fetch(`${service.url}/api/site`)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`/api/site returned ${response.status}`)
  return performance.now() - started
}
const signIn = async (address: string) => {
  const response = await fetch(`${service.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify(ADMIN),
  })
  await response.arrayBuffer()
  return response.status
}
const at = (times: number[], share: number) =>
  Number((times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1))

for (let index = 0; index < 200; index++) await read()
const quiet: number[] = []
for (let index = 0; index < 300; index++) quiet.push(await read())

const busy: number[] = []
const statuses: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  let signingIn = true
  const all = Promise.all(
    Array.from({ length: SIGN_INS }, (_, index) => signIn(`203.0.${round}.${index}`)),
  ).then((answers) => {
    statuses.push(...answers)
    signingIn = false
  })
  while (signingIn) {
    busy.push(await read())
    await Bun.sleep(5)
  }
  await all
}
const count = (status: number) => statuses.filter((it) => it === status).length
if (count(200) + count(503) !== statuses.length)
  throw new Error(`unexpected statuses: ${[...new Set(statuses)]}`)

report(
  'reads while 200 sign in',
  {
    database: service.database,
    reads: busy.length,
    quiet_p99_ms: at(quiet, 0.99),
    busy_p50_ms: at(busy, 0.5),
    busy_p99_ms: at(busy, 0.99),
    signed_in: count(200),
    told_to_come_back: count(503),
  },
  { busy_p99_ms: 100 },
)
