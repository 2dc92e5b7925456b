import { contactInfo as table } from '../../platform/db/schema/site.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const contactInfo = defineResource({
  name: 'contact-info',
  table,
  labels: {
    one: ['اطلاعات تماس', 'Contact information'],
    many: ['اطلاعات تماس', 'Contact information'],
    help: [
      'راه‌های تماس در صفحهٔ تماس و پایین همهٔ صفحه‌ها.',
      'Ways to reach you, on the contact page and at the foot of all pages.',
    ],
    shownAt: '/contact',
  },
  group: 'site',
  listColumns: ['phone', 'email'],
  singleton: true,
  input: {
    ...field.optional('address', field.text(1_000)),
    phone: field.line(50).nullish(),
    mobile: field.line(50).nullish(),
    email: field.email().nullish(),
    whatsapp: field.link().nullish(),
    telegram: field.link().nullish(),
    map_url: field.link().nullish(),
    ...field.coordinates(),
    ...field.optional('working_hours', field.text(500)),
  },
})
