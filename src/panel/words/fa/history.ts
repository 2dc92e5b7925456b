import type { history as english } from '../en/history.ts'
import type { SameKeys } from '../same-keys.ts'

export const history: SameKeys<typeof english> = {
  title: 'تاریخچه',
  empty: 'نسخهٔ پیشینی نیست',
  empty_text: 'از این پس هر تغییر اینجا فهرست می‌شود.',
  current: 'کنونی',
  autosave: 'ذخیرهٔ خودکار',
  all_fields: 'ایجاد شد',
  and_more: '{fields} و {count} مورد دیگر',
  comma: '، ',
  english_field: '{field} (انگلیسی)',
  compare_with: 'مقایسه با',
  state_before: 'حالت پیش از آن',
  state_now: 'حالت کنونی',
  before: 'پیش از تغییر',
  after: 'پس از تغییر',
  no_difference: 'تفاوتی نیست.',
  format_changed: 'فقط قالب‌بندی تغییر کرده است.',
  images_removed: 'تصویرهای حذف‌شده',
  images_added: 'تصویرهای افزوده',
  restore: 'بازگردانی',
  restore_title: 'این حالت بازگردانده شود؟',
  restore_text: 'محتوای {time} در رکورد قرار می‌گیرد. محتوای کنونی در تاریخچه می‌ماند.',
  restore_keeps: 'جایگاه در فهرست تغییر نمی‌کند.',
  restore_keeps_article: 'جایگاه، وضعیت، زمان انتشار و نویسنده تغییر نمی‌کنند.',
  restored: 'بازگردانده شد',
}
