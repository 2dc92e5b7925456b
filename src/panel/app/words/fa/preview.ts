import type { preview as english } from '../en/preview.ts'
import type { SameKeys } from '../same-keys.ts'

/** Previews beside the form and by link. */
export const preview: SameKeys<typeof english> = {
  preview: 'پیش‌نمایش',
  close_preview: 'بستن پیش‌نمایش',
  preview_of: 'پیش‌نمایش {name}',
  preview_width: 'پهنای پیش‌نمایش',
  phone: 'گوشی',
  tablet: 'تبلت',
  desktop: 'رایانه',
  preview_language: 'زبان پیش‌نمایش',
  open_in_tab: 'باز کردن در زبانه جدید',
  preview_is_saved_state: 'بدون تغییرات ذخیره‌نشده شما.',
  preview_of_frontend:
    'اگر چیزی نمایش داده نمی‌شود، سایت اجازه این کار را نمی‌دهد. پیش‌نمایش را در زبانه جدید باز کنید.',
  preview_without_page: 'سایت برای این مورد صفحه‌ای ندارد.',
  share: 'پیوند اشتراک…',
  share_title: 'اشتراک‌گذاری پیش‌نمایش',
  share_text:
    'هر کس پیوند را داشته باشد، تا پایان اعتبار آن می‌تواند این مورد را بدون حساب کاربری همان‌گونه که هست ببیند.',
  expiry: 'مدت اعتبار',
  expiry_hour: '۱ ساعت',
  expiry_day: '۱ روز',
  expiry_three_days: '۳ روز',
  expiry_week: '۷ روز',
  create_link: 'ساخت پیوند',
  new_link: 'پیوند جدید',
  copy: 'رونوشت',
  link_created: 'پیوند آماده است',
  link_copied: 'پیوند رونوشت شد',
  active_links: 'پیوندهای معتبر',
  no_links: 'اکنون پیوندی نیست.',
  link_by: '{name}، {time}',
  link_expires: 'پایان اعتبار: {time}',
  link_of_this_tab: 'مربوط به پیش‌نمایش باز شما',
  revoke: 'لغو',
  revoke_link: 'لغو پیوند {name}، {time}',
  revoke_all: 'لغو همه پیوندها',
  link_revoked: 'پیوند دیگر کار نمی‌کند',
  links_revoked: 'هیچ‌یک از پیوندها دیگر کار نمی‌کند',
}
