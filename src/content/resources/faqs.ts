import { faqs as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const faqs = defineResource({
  name: 'faqs',
  table,
  labels: {
    one: ['پرسش متداول', 'FAQ'],
    many: ['پرسش‌های متداول', 'FAQs'],
    help: [
      'در صفحهٔ نخست؛ پرسش‌های دستهٔ سرمایه‌گذاری در صفحهٔ سرمایه‌گذاری.',
      'On the home page; those of the category “Investment” on the investment page.',
    ],
    shownAt: '/',
  },
  group: 'content',
  listColumns: ['question', 'category'],
  ordered: true,
  input: {
    ...field.required('question', field.line(500)),
    ...field.required('answer', field.rich().min(1)),
    ...field.optional('category', field.line()),
  },
})
