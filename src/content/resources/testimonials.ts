import { testimonials as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const testimonials = defineResource({
  name: 'testimonials',
  table,
  labels: {
    one: ['نظر مشتری', 'Testimonial'],
    many: ['نظر مشتریان', 'Testimonials'],
    help: ['گفتهٔ مشتریان در صفحهٔ نخست.', 'What customers say, on the home page.'],
    shownAt: '/',
  },
  group: 'content',
  listColumns: ['author_name', 'company', 'rating'],
  ordered: true,
  input: {
    ...field.required('author_name', field.line()),
    ...field.optional('author_title', field.line()),
    ...field.optional('company', field.line()),
    ...field.required('quote', field.text(2_000).min(1)),
    rating: field.integer(1, 5).nullish(),
    ...field.imageWithAlt(),
  },
})
