import { z } from 'zod'
import { menu as table } from '../../platform/db/schema/site.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'
import { checkParent } from '../rules/parent-cycles.ts'

export const menu = defineResource({
  name: 'menu',
  table,
  labels: {
    one: ['گزینهٔ منو', 'Menu entry'],
    many: ['منو', 'Menu'],
    help: ['پیوندهای بالا و پایین همهٔ صفحه‌ها.', 'The links at the head and foot of all pages.'],
    shownAt: '/',
  },
  group: 'site',
  listColumns: ['label', 'url', 'location'],
  ordered: true,
  serialWrites: true,
  input: {
    ...field.required('label', field.line()),
    url: field.link().min(1),
    parent_id: field.reference('menu').nullish(),
    opens_new_tab: field.flag().optional(),
    location: z.enum(['header', 'footer']).optional(),
  },
  check: checkParent(table, 'item'),
})
