import { z } from 'zod'
import { siteSettings as table } from '../../platform/db/schema/site.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const siteSettings = defineResource({
  name: 'site-settings',
  table,
  labels: {
    one: ['تنظیمات سایت', 'Site settings'],
    many: ['تنظیمات سایت', 'Site settings'],
    help: [
      'نام، نشان و رنگ سایت و آنچه در همهٔ صفحه‌ها دیده می‌شود.',
      'Name, logo and colour of the website, and what all pages show.',
    ],
    shownAt: '/',
  },
  group: 'site',
  listColumns: ['site_name', 'tagline'],
  singleton: true,
  input: {
    ...field.optional('site_name', field.line()),
    ...field.optional('tagline', field.line()),
    ...field.optional('footer_text', field.text()),
    ...field.optional('copyright', field.line()),
    ...field.imageWithAlt('logo'),
    favicon: field.image().nullish(),
    default_og_image: field.image().nullish(),
    theme_color: field.color().nullish(),
    contact_notify: field.emailList().nullish(),
    blog_order: z.enum(['newest', 'position']).optional(),
  },
  editorsOnly: ['contact_notify'],
})
