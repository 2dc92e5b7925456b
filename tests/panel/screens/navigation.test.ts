// The navigation by role, and figures of the status screen.
import { expect, test } from 'bun:test'
import { describeSchema } from '../../../src/content/describe-resource.ts'
import type { Role } from '../../../src/panel/app/api/session.ts'
import { formatInstant, formatSize } from '../../../src/panel/app/design/format.ts'
import { navigationOf } from '../../../src/panel/screens/navigation.ts'
import { SCREENS } from '../../../src/panel/screens/screen-table.ts'
import { parseFigures } from '../../../src/panel/screens/status/figures.ts'

type Schema = Parameters<typeof navigationOf>[0]
const schemaFor = (role: NonNullable<Role>) =>
  describeSchema({ kind: 'user', id: 1, name: 'Sara', role, tokenVersion: 0, creatorUploads: false }, [
    'fa',
    'en',
  ]) as Schema

const paths = (role: NonNullable<Role>) =>
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

test('a creator sees the overview and articles', () => {
  expect(paths('creator')).toEqual(['/', '/articles'])
})

test('an editor sees all content, media, the inbox and the trash', () => {
  const resources = schemaFor('editor').resources.map(({ name }) => `/${name}`)
  expect(resources).toHaveLength(24)
  const others = paths('editor').filter((path) => !resources.includes(path))
  expect(others).toEqual(['/', '/calendar', '/media', '/messages', '/newsletter', '/trash'])
})

test('every screen that is no part of another has a place in the navigation', () => {
  const shown = new Set(paths('admin'))
  // The menu at the bottom of the navigation leads to the account.
  const others = SCREENS.filter(({ path }) => !path.includes(':') && path !== '/account')
  expect(others.filter(({ path }) => !shown.has(path))).toEqual([])
})

test('every screen has a title in both languages', () => {
  for (const { path, title } of SCREENS) {
    expect([path, /^[\u0600-\u06ff\u200c ]+$/.test(title.fa), /^[A-Z][\w ]+$/.test(title.en)]).toEqual([
      path,
      true,
      true,
    ])
  }
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
