import type { autosave as english } from '../en/autosave.ts'
import type { SameKeys } from '../same-keys.ts'

export const autosave: SameKeys<typeof english> = {
  kept: 'تغییرات ذخیره‌نشده {time} نگه‌داری شده است.',
  show: 'نمایش تفاوت‌ها',
  restore: 'بازیابی',
  discard: 'دور انداختن',
  restored: 'تغییرات شما به فرم بازگشت',
  discarded: 'دور انداخته شد',
  differences: 'تغییرات ذخیره‌نشده {time}',
  differences_text: 'آنچه نوشته بودید، در مقایسه با نسخه همان زمان.',
  not_kept:
    'این مرورگر نمی‌تواند تغییرات ذخیره‌نشده را نگه دارد: فضای آن پر است یا بسته شده است. برای از دست نرفتن نوشته‌ها زودبه‌زود ذخیره کنید.',
}
