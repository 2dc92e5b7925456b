// The blog: its categories, and the articles of each.
import { engineeringArticles } from './articles-engineering.ts'
import { investmentArticles } from './articles-investment.ts'
import { procurementArticles } from './articles-procurement.ts'

export const articles = [
  {
    resource: 'article-categories',
    records: [
      {
        title: 'راهنمای خرید',
        title_en: 'Buying guides',
        slug: 'buying-guides',
        description: 'هر آنچه پیش از استعلام و سفارش باید بدانید.',
        description_en: 'What to know before you ask for prices and order.',
      },
      {
        title: 'مهندسی و اجرا',
        title_en: 'Engineering',
        slug: 'engineering',
        description: 'تجربه‌های طراحی، نصب و راه‌اندازی.',
        description_en: 'Lessons from design, installation and start-up.',
      },
      {
        title: 'سرمایه‌گذاری صنعتی',
        title_en: 'Industrial investment',
        slug: 'industrial-investment',
        description: 'سنجش طرح، ریسک و بازده.',
        description_en: 'Assessing ventures, risk and return.',
      },
      {
        title: 'خبر صنعت',
        title_en: 'Industry news',
        slug: 'industry-news',
        description: 'خبرهایی که بر قیمت و زمان تحویل اثر می‌گذارد.',
        description_en: 'News that moves prices and delivery times.',
      },
    ],
  },
  { resource: 'articles', records: [...procurementArticles, ...engineeringArticles, ...investmentArticles] },
]
