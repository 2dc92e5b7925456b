import type { aids as english } from '../en/aids.ts'
import type { SameKeys } from '../same-keys.ts'

export const aids: SameKeys<typeof english> = {
  fill_summary: 'پر کردن از نخستین جمله‌ها',
  summary_filled: 'نخستین جمله‌های متن اینجا آمد.',
  no_sentences: 'متن هنوز جمله‌ای ندارد. نخست متن را بنویسید.',
  not_translated: 'ترجمه نشده',
  copy_from: 'رونوشت از {language}',
  copied: 'از {language} رونوشت شد. اکنون آن را ترجمه کنید.',
  text_in: 'متن {language}',
}
