import { offices as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const offices = defineResource({
  name: 'offices',
  table,
  labels: {
    one: ['دفتر', 'Office'],
    many: ['دفترها', 'Offices'],
    help: ['در صفحهٔ تماس و صفحهٔ «دربارهٔ ما».', 'On the contact page and the page “About”.'],
    shownAt: '/contact',
  },
  group: 'company',
  listColumns: ['name', 'city', 'phone'],
  ordered: true,
  input: {
    ...field.required('name', field.line()),
    ...field.optional('address', field.text(1_000)),
    ...field.optional('city', field.line()),
    phone: field.line(50).nullish(),
    email: field.email().nullish(),
    map_url: field.link().nullish(),
    ...field.coordinates(),
    ...field.optional('working_hours', field.text(500)),
    ...field.imageWithAlt(),
  },
})
