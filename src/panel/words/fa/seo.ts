import type { seo as english } from '../en/seo.ts'
import type { SameKeys } from '../same-keys.ts'

export const seo: SameKeys<typeof english> = {
  title: 'موتورهای جستجو و خوانایی',
  language: 'زبان',
  score: 'امتیاز',
  score_good: 'خوب',
  score_okay: 'جای بهبود دارد',
  score_bad: 'نیازمند کار',
  words: '{count} واژه',
  words_one: '{count} واژه',
  rating_bad: 'برای بهبود ({count})',
  rating_okay: 'می‌تواند بهتر شود ({count})',
  rating_good: 'خوب ({count})',
  search_preview: 'نتیجهٔ جستجو',
  social_preview: 'کارت شبکه‌های اجتماعی',
  no_title: 'هنوز عنوانی نیست',
  no_description: 'هنوز توضیحی نیست',
}
