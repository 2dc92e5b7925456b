// The navigation by role, and figures of the status screen.
import { expect, test } from 'bun:test'
import { describeSchema } from '../../../../src/content/describe-resource.ts'
import { formatInstant, formatSize } from '../../../../src/panel/app/design/format.ts'
import { navigationOf } from '../../../../src/panel/app/shell/navigation.ts'
import { parseFigures } from '../../../../src/panel/screens/status/figures.ts'

type Schema = Parameters<typeof navigationOf>[0]
const schemaFor = (role: 'admin' | 'creator') =>
  describeSchema({ kind: 'user', id: 1, name: 'Sara', role, tokenVersion: 0, creatorUploads: false }, [
    'fa',
    'en',
  ]) as Schema

const paths = (role: 'admin' | 'creator') =>
  navigationOf(schemaFor(role), role).flatMap(({ entries }) => entries.map(({ href }) => href))

test('an admin sees every resource of the schema and the other screens', () => {
  const { resources } = schemaFor('admin')
  expect(resources.length).toBe(24)
  expect(paths('admin')).toEqual(
    expect.arrayContaining([
      ...resources.map(({ name }) => `/${name}`),
      '/calendar',
      '/media',
      '/messages',
      '/audit',
    ]),
  )
})

test('a creator sees only articles', () => {
  expect(paths('creator')).toEqual(['/articles'])
})

test('figures are read from the metrics', () => {
  const text = [
    '# HELP http_requests_total requests',
    'process_start_time_seconds 1795351707',
    'process_resident_memory_bytes 1000',
    'http_requests_total{method="GET",route="/a",status="200"} 7',
    'http_requests_total{method="GET",route="/b",status="503"} 2',
  ].join('\n')
  expect(parseFigures(text)).toEqual({
    startedAt: '2026-11-22T12:48:27.000Z',
    memory: 1000,
    requests: 9,
    failures: 2,
  })
})

test('Persian dates have the usual order of day, month and year', () => {
  expect(formatInstant('2026-03-21T12:00:00Z', 'fa', 'date')).toBe('۱ فروردین ۱۴۰۵')
  expect(formatInstant('not a date', 'fa')).toBe('not a date')
  expect([formatSize(2_097_152, 'fa'), formatSize(1_536, 'en')]).toEqual(['۲ مگابایت', '1.5 KB'])
})
