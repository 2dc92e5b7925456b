// The navigation by role, and figures of the status screen.
import { expect, test } from 'bun:test'
import { describeSchema } from '../../../src/content/describe-resource.ts'
import type { Role } from '../../../src/panel/app/api/session.ts'
import { formatInstant, formatSize } from '../../../src/panel/app/design/format.ts'
import { navigationOf } from '../../../src/panel/screens/navigation.ts'
import { firstPageOf, SCREENS } from '../../../src/panel/screens/screen-table.ts'
import { parseFigures } from '../../../src/panel/screens/status/figures.ts'

type Schema = Parameters<typeof navigationOf>[0]
const schemaFor = (role: NonNullable<Role>) =>
  describeSchema(
    { kind: 'user', id: 1, name: 'Sara', role, tokenVersion: 0, session: null, creatorUploads: false },
    ['fa', 'en'],
  ) as Schema

type User = Parameters<typeof navigationOf>[1]
const userWith = (role: User['role'], procurement_roles: User['procurement_roles']): User => ({
  id: 1,
  accountId: 1,
  email: null,
  name: 'Sara',
  role,
  procurement_roles,
})
const NO_CONTENT = { ...schemaFor('creator'), groups: [], resources: [] }

/** Without a provider, an admin of the content has that role in the procurement as well. */
const paths = (role: User['role'], roles: User['procurement_roles'] = role === 'admin' ? ['admin'] : []) =>
  navigationOf(role ? schemaFor(role) : NO_CONTENT, userWith(role, roles)).flatMap(({ entries }) =>
    entries.map(({ href }) => href),
  )

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
  expect(others).toEqual(['/', '/calendar', '/releases', '/media', '/messages', '/newsletter', '/trash'])
})

test.each<[string, User['role'], User['procurement_roles'], string[]]>([
  ['a requester', null, ['requester'], ['/quotes', '/inventory']],
  ['an auditor', null, ['auditor'], ['/quotes', '/inventory', '/suppliers', '/audit']],
  ['an admin of procurement', null, ['admin'], ['/quotes', '/inventory', '/suppliers', '/people', '/audit']],
  [
    'a creator with a role',
    'creator',
    ['storekeeper'],
    ['/', '/articles', '/quotes', '/inventory', '/suppliers'],
  ],
  ['a creator who is not connected', 'creator', null, ['/', '/articles']],
])('%s sees their rooms', (_, role, roles, expected) => {
  expect(paths(role, roles)).toEqual(expected)
})

test('an admin who is not connected has one entry for the procurement', () => {
  const shown = paths('admin', null)
  expect(shown).toContain('/quotes')
  for (const path of ['/inventory', '/suppliers', '/people', '/audit']) expect(shown).not.toContain(path)
  const { entries } = navigationOf(schemaFor('admin'), userWith('admin', null)).find(
    ({ name }) => name === 'procurement',
  )!
  expect(entries).toEqual([{ href: '/quotes', label: { fa: 'تدارکات', en: 'Procurement' } }])
})

test.each<[User['procurement_roles'], string]>([
  [['storekeeper'], '/inventory'],
  [['storekeeper', 'buyer'], '/quotes'],
  [[], '/account'],
])('somebody without a role in the content and %j begins at %s', (roles, path) => {
  expect(firstPageOf(userWith(null, roles))).toBe(path)
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
