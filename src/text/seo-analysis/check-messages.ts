// One sentence for the result of each check, in both languages of the admin panel.
import type { Check, CheckName, Rating } from './check.ts'

type Sentences = readonly [persian: string, english: string]
type Messages = Record<CheckName, Partial<Record<Rating, Sentences>> & { bad: Sentences }>

/** `{name}` is replaced by the parameter of the check. */
const messages: Messages = {
  keyphrase_length: {
    good: ['عبارت کلیدی طول مناسبی دارد.', 'The keyphrase has a good length.'],
    okay: [
      'عبارت کلیدی {words} واژهٔ اصلی دارد؛ ۱ تا ۴ واژه بهتر است.',
      'The keyphrase has {words} content words; 1 to 4 are better.',
    ],
    bad: ['عبارت کلیدی را با ۱ تا ۴ واژهٔ معنادار بنویسید.', 'Set a keyphrase of 1 to 4 meaningful words.'],
  },
  keyphrase_density: {
    good: ['عبارت کلیدی {count} بار آمده است.', 'The keyphrase occurs {count} times.'],
    okay: [
      'عبارت کلیدی {count} بار آمده است؛ دست‌کم {min} بار لازم است.',
      'The keyphrase occurs {count} times; use it at least {min} times.',
    ],
    bad: [
      'عبارت کلیدی {count} بار آمده است؛ برای این متن {min} تا {max} بار مناسب است.',
      'The keyphrase occurs {count} times; {min} to {max} times suit this text.',
    ],
  },
  keyphrase_in_introduction: {
    good: [
      'عبارت کلیدی در یک جملهٔ بند نخست آمده است.',
      'A sentence of the first paragraph has the keyphrase.',
    ],
    okay: [
      'واژه‌های عبارت کلیدی در بند نخست پراکنده‌اند؛ آن‌ها را در یک جمله بیاورید.',
      'The words of the keyphrase are spread over the first paragraph; bring them into one sentence.',
    ],
    bad: ['عبارت کلیدی را در بند نخست بیاورید.', 'Use the keyphrase in the first paragraph.'],
  },
  keyphrase_distribution: {
    good: ['عبارت کلیدی در سراسر متن پخش شده است.', 'The keyphrase is spread over the whole text.'],
    okay: [
      'بخشی پیوسته به اندازهٔ {percent}٪ متن عبارت کلیدی ندارد؛ ۳۰٪ یا کمتر بهتر است.',
      'A stretch of {percent}% of the text lacks the keyphrase; 30% or less is better.',
    ],
    bad: [
      'بخشی پیوسته به اندازهٔ {percent}٪ متن عبارت کلیدی ندارد؛ آن را در همهٔ بخش‌ها بیاورید.',
      'A stretch of {percent}% of the text lacks the keyphrase; use it in all parts.',
    ],
  },
  keyphrase_in_title: {
    good: ['عنوان سئو با عبارت کلیدی آغاز می‌شود.', 'The SEO title begins with the keyphrase.'],
    okay: [
      'عبارت کلیدی را به آغاز عنوان سئو ببرید.',
      'Move the keyphrase to the beginning of the SEO title.',
    ],
    bad: ['عبارت کلیدی را در عنوان سئو بیاورید.', 'Use the keyphrase in the SEO title.'],
  },
  title_width: {
    good: ['عنوان سئو کامل نشان داده می‌شود.', 'The SEO title is shown in full.'],
    bad: [
      'پهنای عنوان سئو {width} پیکسل است؛ عنوانی تا {max} پیکسل بنویسید.',
      'The SEO title is {width} pixels wide; write one of at most {max} pixels.',
    ],
  },
  keyphrase_in_description: {
    good: ['توضیح سئو عبارت کلیدی را دارد.', 'The meta description has the keyphrase.'],
    bad: ['عبارت کلیدی را در توضیح سئو بیاورید.', 'Use the keyphrase in the meta description.'],
  },
  description_length: {
    good: ['طول توضیح سئو مناسب است.', 'The meta description has a good length.'],
    okay: [
      'توضیح سئو {length} نویسه دارد؛ {min} تا {max} نویسه بهتر است.',
      'The meta description has {length} characters; {min} to {max} are better.',
    ],
    bad: [
      'توضیح سئو {length} نویسه دارد؛ {min} تا {max} نویسه بنویسید.',
      'The meta description has {length} characters; write {min} to {max}.',
    ],
  },
  keyphrase_in_slug: {
    good: ['نشانی صفحه عبارت کلیدی را دارد.', 'The slug has the keyphrase.'],
    okay: ['نشانی صفحه بخشی از عبارت کلیدی را دارد.', 'The slug has a part of the keyphrase.'],
    bad: ['عبارت کلیدی را در نشانی صفحه بیاورید.', 'Use the keyphrase in the slug.'],
  },
  keyphrase_in_subheadings: {
    good: ['میان‌تیترها موضوع متن را نشان می‌دهند.', 'The subheadings reflect the topic.'],
    okay: [
      'از {total} میان‌تیتر، {count} میان‌تیتر عبارت کلیدی را دارد؛ ۳۰ تا ۷۵٪ بهتر است.',
      '{count} of {total} subheadings have the keyphrase; 30% to 75% are better.',
    ],
    bad: [
      'از {total} میان‌تیتر، {count} میان‌تیتر عبارت کلیدی را دارد؛ آن را در ۳۰ تا ۷۵٪ میان‌تیترها بیاورید.',
      '{count} of {total} subheadings have the keyphrase; use it in 30% to 75% of them.',
    ],
  },
  keyphrase_in_image_alts: {
    good: ['متن جایگزین تصویرها عبارت کلیدی را دارد.', 'Alternative texts of images have the keyphrase.'],
    okay: [
      'از {total} تصویر، متن جایگزین {count} تصویر عبارت کلیدی را دارد؛ از ۵ تصویر به بالا ۳۰ تا ۷۵٪ مناسب است.',
      'Alternative texts of {count} of {total} images have the keyphrase; use it in one, from 5 images in 30% to 75%.',
    ],
    bad: [
      'برای تصویرها متن جایگزین بنویسید و در آن عبارت کلیدی را بیاورید.',
      'Write alternative texts for the images, with the keyphrase in one of them.',
    ],
  },
  keyphrase_used_before: {
    good: ['عبارت کلیدی در مقالهٔ دیگری به کار نرفته است.', 'No other article has this keyphrase.'],
    bad: [
      'این عبارت کلیدی در «{title}» نیز به کار رفته است؛ عبارت دیگری انتخاب کنید.',
      '“{title}” has the same keyphrase; choose another one.',
    ],
  },
  images: {
    good: ['متن تصویر دارد.', 'The text has images.'],
    bad: ['دست‌کم یک تصویر بیفزایید.', 'Add at least one image.'],
  },
  text_length: {
    good: ['متن {words} واژه دارد.', 'The text has {words} words.'],
    okay: ['متن {words} واژه دارد؛ {min} واژه بهتر است.', 'The text has {words} words; {min} are better.'],
    bad: [
      'متن {words} واژه دارد؛ دست‌کم {min} واژه بنویسید.',
      'The text has {words} words; write at least {min}.',
    ],
  },
  internal_links: {
    good: ['متن به صفحه‌های دیگر سایت پیوند دارد.', 'The text links to other pages of the site.'],
    bad: ['به یک صفحهٔ دیگر سایت پیوند دهید.', 'Link to another page of the site.'],
  },
  outbound_links: {
    good: ['متن به سایت‌های دیگر پیوند دارد.', 'The text links to other sites.'],
    bad: ['به یک سایت دیگر پیوند دهید.', 'Link to another site.'],
  },
  link_texts: {
    good: ['متن هیچ پیوندی عبارت کلیدی نیست.', 'No link has the keyphrase as its text.'],
    bad: [
      'عبارت کلیدی در متن {count} پیوند آمده است و با همین صفحه رقابت می‌کند؛ متن پیوند را تغییر دهید.',
      'The text of {count} links has the keyphrase and competes with this page; change it.',
    ],
  },
  single_h1: {
    good: ['صفحه یک عنوان اصلی (H1) دارد.', 'The page has one main heading (H1).'],
    bad: [
      'صفحه {count} عنوان اصلی (H1) دارد؛ در متن از H2 و H3 استفاده کنید.',
      'The page has {count} main headings (H1); use H2 and H3 in the text.',
    ],
  },
  sentence_length: {
    good: ['طول جمله‌ها مناسب است.', 'The sentences have a good length.'],
    okay: [
      '{percent}٪ جمله‌ها بیش از {max} واژه دارند؛ ۲۵٪ یا کمتر بهتر است.',
      '{percent}% of the sentences have more than {max} words; 25% or less are better.',
    ],
    bad: [
      '{percent}٪ جمله‌ها بیش از {max} واژه دارند؛ آن‌ها را کوتاه کنید.',
      '{percent}% of the sentences have more than {max} words; shorten them.',
    ],
  },
  paragraph_length: {
    good: ['طول بندها مناسب است.', 'The paragraphs have a good length.'],
    okay: [
      'بلندترین بند {words} واژه دارد؛ تا {max} واژه بهتر است.',
      'The longest paragraph has {words} words; at most {max} are better.',
    ],
    bad: [
      'بلندترین بند {words} واژه دارد؛ آن را به بندهای تا {max} واژه بشکنید.',
      'The longest paragraph has {words} words; split it into paragraphs of at most {max}.',
    ],
  },
  subheading_distribution: {
    good: ['میان‌تیترها متن را خوب بخش کرده‌اند.', 'Subheadings divide the text well.'],
    okay: [
      'یک بخش بیش از {max} واژه دارد؛ در آن میان‌تیتر بگذارید.',
      'One part has more than {max} words; add a subheading to it.',
    ],
    bad: ['هر {max} واژه یک میان‌تیتر بگذارید.', 'Add a subheading at least every {max} words.'],
  },
  transition_words: {
    good: ['جمله‌ها به هم پیوسته‌اند.', 'The sentences are well connected.'],
    okay: [
      '{percent}٪ جمله‌ها واژهٔ پیوند (مانند «بنابراین») دارند؛ {min}٪ بهتر است.',
      '{percent}% of the sentences have transition words such as “therefore”; {min}% are better.',
    ],
    bad: [
      '{percent}٪ جمله‌ها واژهٔ پیوند (مانند «بنابراین») دارند؛ دست‌کم {min}٪ مناسب است.',
      '{percent}% of the sentences have transition words such as “therefore”; aim at {min}% or more.',
    ],
  },
  sentence_beginnings: {
    good: ['آغاز جمله‌ها گوناگون است.', 'The sentences begin in different ways.'],
    bad: [
      '{count} جملهٔ پشت سر هم یکسان آغاز می‌شوند؛ آغاز آن‌ها را تغییر دهید.',
      '{count} consecutive sentences begin with the same word; vary them.',
    ],
  },
  passive_voice: {
    good: ['بیشتر جمله‌ها معلوم‌اند.', 'Most sentences are in the active voice.'],
    okay: [
      '{percent}٪ جمله‌ها مجهول‌اند؛ تا {max}٪ بهتر است.',
      '{percent}% of the sentences are in the passive voice; at most {max}% are better.',
    ],
    bad: [
      '{percent}٪ جمله‌ها مجهول‌اند؛ آن‌ها را معلوم کنید.',
      '{percent}% of the sentences are in the passive voice; use the active voice.',
    ],
  },
}

const persianDigits = (text: string) => text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!)

/** The result of a check, and the advice that follows from it. */
export function messageOf({ name, rating, params }: Check): { fa: string; en: string } {
  const [fa, en] = messages[name][rating] ?? messages[name].bad
  const fill = (text: string, write: (value: string | number) => string) =>
    text.replace(/\{(\w+)\}/g, (_, key) => write(params[key] ?? ''))
  return {
    fa: fill(fa, (value) => (typeof value === 'number' ? persianDigits(String(value)) : value)),
    en: fill(en, String),
  }
}
