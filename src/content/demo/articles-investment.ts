// Articles for investors.
import { pictures } from './pictures.ts'

const category_id = { $ref: ['article-categories', 'slug', 'industrial-investment'] }

export const investmentArticles = [
  {
    title: 'پیش از سرمایه‌گذاری در یک طرح صنعتی چه بپرسیم؟',
    title_en: 'What to ask before investing in an industrial venture',
    slug: 'questions-before-industrial-investment',
    ...pictures.solar,
    excerpt: 'بازده روی کاغذ همیشه خوب است. چهار پرسشی که نشان می‌دهد کاغذ به واقعیت چقدر نزدیک است.',
    excerpt_en:
      'On paper the return is always good. Four questions that show how close the paper is to reality.',
    content: [
      '<p>هر معرفی‌نامهٔ طرح، جدولی دارد که در سال سوم سودده می‌شود. کار سرمایه‌گذار این است که بپرسد این جدول روی چه فرض‌هایی ایستاده است.</p>',
      '<h2>محصول را چه کسی می‌خرد؟</h2>',
      '<p>قرارداد فروش امضاشده با تفاهم‌نامه فرق دارد و تفاهم‌نامه با «بازار بالقوه». در <a href="/projects/dasht-e-sepehr-solar-plant">نیروگاه دشت سپهر</a> تا قرارداد بیست‌سالهٔ خرید برق امضا نشد، سرمایه‌ای جذب نکردیم.</p>',
      '<h2>پول چگونه آزاد می‌شود؟</h2>',
      '<p>سرمایه باید در برابر پیشرفت تأییدشده پرداخت شود، نه در برابر تقویم. بپرسید چه کسی پیشرفت را تأیید می‌کند و از چه کسی دستمزد می‌گیرد.</p>',
      '<h2>اگر دیر شد چه؟</h2>',
      '<p>شش ماه تأخیر در بیشتر طرح‌ها طبیعی است. از مجری بخواهید جدول را با شش ماه تأخیر و ده درصد هزینهٔ بیشتر دوباره حساب کند. اگر طرح هنوز می‌ایستد، طرح است.</p>',
      '<h2>چگونه بیرون می‌آیید؟</h2>',
      '<p>راه خروج باید پیش از ورود روشن باشد: بازخرید سهم، فروش به شریک یا پایان طرح. در <a href="/investment">مدل‌های ما</a> هر سه با تاریخ آمده است.</p>',
    ].join('\n'),
    content_en: [
      '<p>Every prospectus has a table that turns a profit in year three. The investor’s job is to ask what assumptions it stands on.</p>',
      '<h2>Who buys the product?</h2>',
      '<p>A signed sales contract is not a memorandum, and a memorandum is not a “potential market”. At the <a href="/projects/dasht-e-sepehr-solar-plant">Dasht-e Sepehr plant</a> we raised no capital until the twenty-year power purchase agreement was signed.</p>',
      '<h2>How is the money released?</h2>',
      '<p>Capital should be paid against certified progress, not against the calendar. Ask who certifies it, and who pays them.</p>',
      '<h2>What if it is late?</h2>',
      '<p>Six months of delay is normal in most ventures. Have the table recalculated with six months of delay and ten per cent more cost. If the venture still stands, it is one.</p>',
      '<h2>How do you get out?</h2>',
      '<p>The way out should be clear before you go in: buy-back, sale to a partner, or the end of the venture. In <a href="/investment">our models</a> all three are given with dates.</p>',
    ].join('\n'),
    category_id,
    tags: ['سرمایه‌گذاری', 'ریسک', 'انرژی'],
    seo_title: 'چهار پرسش پیش از سرمایه‌گذاری صنعتی',
    seo_title_en: 'Four questions before an industrial investment',
    seo_description: 'خریدار محصول، آزادسازی سرمایه، تأخیر و خروج: چهار پرسش برای سنجش یک طرح صنعتی.',
    seo_description_en:
      'Buyer, release of capital, delay and exit: four questions to test an industrial venture.',
    seo_keyphrase: 'سرمایه‌گذاری در طرح صنعتی',
    seo_keyphrase_en: 'investing in industrial projects',
    faqs: [
      {
        question: 'کمترین مبلغ برای مشارکت چقدر است؟',
        answer: 'بسته به مدل، از یک میلیارد تومان آغاز می‌شود. جزئیات در صفحهٔ سرمایه‌گذاری آمده است.',
      },
      { question: 'گزارش‌ها هر چند وقت می‌رسد؟', answer: 'هر سه ماه، همراه با عکس کارگاه و صورت‌حساب.' },
    ],
    faqs_en: [
      {
        question: 'What is the smallest amount?',
        answer: 'Depending on the model from EUR 16,000; the investment page has the details.',
      },
      {
        question: 'How often do reports come?',
        answer: 'Every three months, with pictures from the site and a statement of account.',
      },
    ],
    status: 'published',
    published_at: '2024-12-08T06:30:00Z',
  },
  {
    title: 'خورشیدی یا صرفه‌جویی؟ کدام زودتر برمی‌گردد',
    title_en: 'Solar or saving: which pays back sooner?',
    slug: 'solar-or-saving',
    excerpt: 'پیش‌نویس: مقایسهٔ بازگشت سرمایه در نیروگاه خورشیدی و بهینه‌سازی مصرف کارخانه.',
    excerpt_en: 'Draft: payback of a solar plant compared with saving energy in the factory.',
    content: [
      '<p>دو راه برای کم کردن قبض برق هست: کمتر مصرف کنید یا خودتان تولید کنید. در این نوشته دوره‌های بازگشت سرمایه را در سه کارخانه کنار هم می‌گذاریم.</p>',
      '<p>عددهای کارخانهٔ سوم هنوز نرسیده است.</p>',
    ].join('\n'),
    content_en: [
      '<p>There are two ways to a smaller power bill: use less, or make your own. Here we compare payback times in three factories.</p>',
      '<p>The figures of the third factory are still to come.</p>',
    ].join('\n'),
    category_id,
    tags: ['انرژی', 'سرمایه‌گذاری'],
    status: 'draft',
  },
]
