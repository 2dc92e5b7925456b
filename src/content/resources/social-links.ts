import { socialLinks as table } from '../../platform/db/schema/site.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const socialLinks = defineResource({
  name: 'social-links',
  table,
  labels: {
    one: ['شبکهٔ اجتماعی', 'Social link'],
    many: ['شبکه‌های اجتماعی', 'Social links'],
    help: ['نمادهای شبکه‌های اجتماعی در پایین همهٔ صفحه‌ها.', 'The icons of networks at the foot of all pages.'],
    shownAt: '/',
  },
  group: 'company',
  listColumns: ['platform', 'url'],
  input: {
    platform: field.line(50),
    url: field.link().min(1),
    ...field.optional('label', field.line(100)),
  },
})
