import { statistics as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const statistics = defineResource({
  name: 'statistics',
  table,
  labels: {
    one: ['آمار', 'Statistic'],
    many: ['آمار', 'Statistics'],
    help: ['عددهای صفحهٔ نخست و صفحهٔ «دربارهٔ ما».', 'The figures on the home page and the page “About”.'],
    shownAt: '/',
  },
  group: 'content',
  listColumns: ['label', 'value', 'suffix'],
  ordered: true,
  input: {
    ...field.required('label', field.line()),
    ...field.required('value', field.line(100)),
    ...field.optional('suffix', field.line(50)),
    icon: field.icon().nullish(),
  },
})
