import { investmentModels as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const investmentModels = defineResource({
  name: 'investment-models',
  table,
  labels: {
    one: ['مدل سرمایه‌گذاری', 'Investment model'],
    many: ['مدل‌های سرمایه‌گذاری', 'Investment models'],
    help: ['مدل‌های صفحهٔ سرمایه‌گذاری.', 'The models on the investment page.'],
    shownAt: '/investment',
  },
  group: 'content',
  listColumns: ['title', 'minimum_amount', 'expected_return'],
  ordered: true,
  input: {
    ...field.required('title', field.line()),
    ...field.optional('summary', field.text(1_000)),
    ...field.optional('body', field.rich()),
    ...field.optional('minimum_amount', field.line()),
    ...field.optional('expected_return', field.line()),
    ...field.optional('duration', field.line()),
    icon: field.icon().nullish(),
    ...field.imageWithAlt(),
    link: field.link().nullish(),
  },
})
