import { services as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const services = defineResource({
  name: 'services',
  table,
  labels: {
    one: ['خدمت', 'Service'],
    many: ['خدمات', 'Services'],
    help: [
      'در صفحهٔ خدمات و صفحهٔ نخست؛ هر خدمت صفحهٔ خودش را هم دارد.',
      'On the services page and the home page; each has a page of its own.',
    ],
    shownAt: '/services',
  },
  group: 'content',
  listColumns: ['title', 'summary'],
  ordered: true,
  pagePrefix: '/services/',
  slugFrom: 'title',
  input: {
    ...field.required('title', field.line()),
    slug: field.slug().optional(),
    ...field.optional('summary', field.text(1_000)),
    ...field.optional('body', field.rich()),
    icon: field.icon().nullish(),
    ...field.imageWithAlt(),
    link: field.link().nullish(),
  },
})
