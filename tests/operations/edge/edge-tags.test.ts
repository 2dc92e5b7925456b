import { expect, test } from 'bun:test'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import { affectedTags, BUILD } from '../../../src/operations/edge/edge-tags.ts'

test('the build has a name that no resource has, or each would seem to change the other', () => {
  expect(resources.map(({ name }) => name as string)).not.toContain(BUILD)
})

test.each([
  [['pages'], ['pages', 'site']],
  [['services'], ['services', 'site', 'pages']],
  [[BUILD], ['pages']],
  [
    [BUILD, 'articles'],
    ['articles', 'site', 'pages'],
  ],
])('a change of %j purges %j', (changed, purged) => {
  expect(affectedTags(changed)).toEqual(purged)
})
