// The record of a request whose answer was lost, among those that others create at the same time.
import { expect, test } from 'bun:test'
import { wasMadeOf } from '../../src/panel/forms/was-made-of.ts'
import { resourceOf } from './schema-of-service.ts'

const { fields } = resourceOf('articles')
const body = { title: ' Pumps ', content: '<p>One <b>two</b></p>', tags: ['a', ' b'], featured: false }
const stored = {
  ...{ id: 7, version: 1, slug: 'pumps', title: 'Pumps', content: '<p>One <strong>two</strong></p>' },
  ...{ tags: ['a', 'b'], featured: false, status: 'draft', excerpt: null },
}

test.each([
  ['as the service stores it', {}, true],
  ['with another title', { title: 'Pumps!' }, false],
  ['with another text', { content: '<p>One</p>' }, false],
  ['with other tags', { tags: ['a'] }, false],
  ['with another status, which the service decides on', { status: 'published' }, true],
])('a record %s: %p is recognized as %p', (_, difference, isMade) => {
  expect(wasMadeOf({ ...stored, ...difference }, { fields, body })).toBe(isMade)
})

test.each([[{}], [{ featured: false }], [{ status: 'draft', tags: [] }], [{ title: ' ' }]])(
  'a body without a text of its own is made into no certain record: %p',
  (body) => {
    expect(wasMadeOf(stored, { fields, body })).toBe(false)
  },
)
