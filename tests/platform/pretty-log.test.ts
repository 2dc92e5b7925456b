import { expect, test } from 'bun:test'
import { createLog, createRequestLog } from '../../src/platform/log.ts'
import { isPretty, prettyWriter } from '../../src/platform/pretty-log.ts'

function openLog() {
  const written: string[] = []
  const out = { write: (line: string) => void written.push(line), flushSync: () => {} }
  const log = createLog('debug', prettyWriter(out, { colors: false }))
  // The time of day is cut off.
  return { log, lines: () => written.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '')) }
}

test('a line has its level, message and fields, without what is null outside a request', () => {
  const { log, lines } = openLog()
  log.info({ signal: 'SIGTERM', count: 2 }, 'stopping')
  log.warn({ request_id: 'abc' }, 'slow')
  expect(lines()).toEqual(['stopping signal=SIGTERM count=2\n', 'warn slow request_id=abc\n'])
})

test('a warning names its cause, an error shows its stack', () => {
  const { log, lines } = openLog()
  log.warn({ err: new Error('no route') }, 'not ready')
  log.error({ err: new Error('broken') }, 'failed')
  expect(lines()[0]).toBe('warn not ready: no route\n')
  expect(lines()[1]).toMatch(/^error failed\nError: broken\n\s+at /)
})

test('a request is its method, route, status and time', () => {
  const { log, lines } = openLog()
  createRequestLog(log)({
    requestId: 'a',
    serverRequestId: 'a',
    status: 404,
    milliseconds: 1.26,
    method: 'GET',
    route: '/blog/:slug',
  })
  expect(lines()).toEqual(['GET /blog/:slug 404 1.3 ms\n'])
})

test('hashes of audit rows are left out', () => {
  const { log, lines } = openLog()
  log.info({ audit_id: 1, audit_hash: 'x' }, 'audit')
  expect(lines()).toEqual([])
})

test('LOG_FORMAT decides, and output that is no terminal gets JSON', () => {
  expect([isPretty('pretty'), isPretty('json')]).toEqual([true, false])
  expect(isPretty(null)).toBe(process.stdout.isTTY === true)
})
