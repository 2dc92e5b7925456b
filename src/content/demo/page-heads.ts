// The SEO record and the hero of each of the eight pages.
import { pictures } from './pictures.ts'

export const pageHeads = [
  {
    resource: 'seo-meta',
    records: [
      {
        page_key: 'home',
        title: 'نمای پیشرو | تأمین تجهیزات صنعتی، مهندسی و سرمایه‌گذاری',
        title_en: 'Frontage | Industrial procurement, engineering and investment',
        description:
          'تأمین تجهیزات صنعتی از سازندگان معتبر، طراحی و اجرای پروژه و سرمایه‌گذاری در طرح‌های تولیدی، با یک قرارداد و یک مسئول.',
        description_en:
          'Industrial equipment from proven makers, project design and construction, and investment in productive ventures: one contract, one accountable partner.',
      },
      {
        page_key: 'about',
        title: 'دربارهٔ نمای پیشرو',
        title_en: 'About Frontage',
        description: 'از یک دفتر بازرگانی پنج‌نفره در سال ۱۳۹۲ تا شرکتی با سه دفتر و بیش از ۱۲۰ پروژه.',
        description_en: 'From a trading office of five in 2013 to three offices and more than 120 projects.',
      },
      {
        page_key: 'services',
        title: 'خدمات: تأمین، مهندسی، بازرسی و حمل',
        title_en: 'Services: procurement, engineering, inspection and logistics',
        description: 'شناسایی تأمین‌کننده، استعلام، خرید، بازرسی فنی، حمل و ترخیص، طراحی و راه‌اندازی.',
        description_en:
          'Supplier search, quotation, purchase, technical inspection, shipping and customs, design and commissioning.',
      },
      {
        page_key: 'projects',
        title: 'پروژه‌های نمای پیشرو',
        title_en: 'Frontage projects',
        description: 'نمونه‌هایی از پروژه‌های آب، انرژی، فولاد و صنایع غذایی که تأمین یا اجرا کرده‌ایم.',
        description_en: 'Water, energy, steel and food industry projects that we supplied or built.',
      },
      {
        page_key: 'investment',
        title: 'مدل‌های سرمایه‌گذاری',
        title_en: 'Investment models',
        description:
          'سه راه برای همراهی با طرح‌های صنعتی: مشارکت در ساخت، تأمین مالی خرید و سرمایه‌گذاری در انرژی.',
        description_en:
          'Three ways into industrial ventures: joint development, purchase financing and energy investment.',
      },
      {
        page_key: 'blog',
        title: 'مقاله‌ها: تجربهٔ تأمین و اجرا',
        title_en: 'Blog: lessons from procurement and construction',
        description: 'راهنماهای کاربردی دربارهٔ خرید خارجی، بازرسی فنی، مدیریت پروژه و تأمین مالی صنعتی.',
        description_en:
          'Practical guides to buying abroad, technical inspection, project management and industrial finance.',
      },
      {
        page_key: 'gallery',
        title: 'گالری تصویرها',
        title_en: 'Picture gallery',
        description: 'تصویرهایی از کارگاه‌ها، بازرسی‌ها و محموله‌های نمای پیشرو.',
        description_en: 'Pictures from our construction sites, inspections and shipments.',
      },
      {
        page_key: 'contact',
        title: 'تماس با نمای پیشرو',
        title_en: 'Contact Frontage',
        description: 'نشانی دفترها، شمارهٔ تماس و فرم درخواست قیمت. پاسخ اولیه ظرف دو روز کاری.',
        description_en:
          'Office addresses, phone numbers and the quotation form. First answer within two working days.',
      },
    ],
  },
  {
    resource: 'heroes',
    records: [
      {
        page_key: 'home',
        ...pictures.pumps,
        title: 'تجهیزات درست، سر وقت، با یک قرارداد',
        title_en: 'The right equipment, on time, under one contract',
        subtitle: 'سازنده را پیدا می‌کنیم، کیفیت را در کارخانه می‌سنجیم و کالا را تا پای کار شما می‌رسانیم.',
        subtitle_en: 'We find the maker, check quality at the factory and deliver to your site.',
        cta_label: 'درخواست قیمت',
        cta_label_en: 'Request a quote',
        cta_url: '/contact',
        secondary_cta_label: 'دیدن پروژه‌ها',
        secondary_cta_label_en: 'See our projects',
        secondary_cta_url: '/projects',
      },
      {
        page_key: 'about',
        ...pictures.inspection,
        title: 'مهندسانی که خرید بلدند',
        title_en: 'Engineers who know how to buy',
        subtitle: 'دوازده سال است که میان نیاز کارگاه و توان سازنده پل می‌زنیم.',
        subtitle_en: 'For twelve years we have bridged what a site needs and what a maker can do.',
        cta_label: 'آشنایی با تیم',
        cta_label_en: 'Meet the team',
        cta_url: '/about#team',
      },
      {
        page_key: 'services',
        title: 'زنجیرهٔ کامل تأمین، از مشخصات فنی تا راه‌اندازی',
        title_en: 'The whole supply chain, from specification to start-up',
        subtitle: 'هر بخش را جداگانه یا همه را یک‌جا به ما بسپارید.',
        subtitle_en: 'Hand us one part of it, or all of it.',
        cta_label: 'گفت‌وگو با کارشناس',
        cta_label_en: 'Talk to an engineer',
        cta_url: '/contact',
      },
      {
        page_key: 'projects',
        title: 'کارهایی که امروز در مدارند',
        title_en: 'Work that is running today',
        subtitle: 'از تصفیه‌خانهٔ آب تا خط نورد؛ هر پروژه با عدد و تاریخ.',
        subtitle_en: 'From water treatment to rolling mills, each with its figures and dates.',
      },
      {
        page_key: 'investment',
        ...pictures.solar,
        title: 'سرمایهٔ شما پشت یک قرارداد واقعی',
        title_en: 'Your capital behind a real contract',
        subtitle: 'طرح‌هایی که مهندسان خودمان سنجیده‌اند، با گزارش سه‌ماهه و خروج تعریف‌شده.',
        subtitle_en: 'Ventures our own engineers have assessed, with quarterly reports and a defined exit.',
        cta_label: 'دریافت معرفی‌نامه',
        cta_label_en: 'Get the prospectus',
        cta_url: '/contact',
        secondary_cta_label: 'پرسش‌های رایج',
        secondary_cta_label_en: 'Common questions',
        secondary_cta_url: '/investment#faq',
      },
      {
        page_key: 'blog',
        title: 'از کارگاه تا کاغذ',
        title_en: 'From the site to the page',
        subtitle: 'آنچه در خرید، بازرسی و اجرا آموخته‌ایم، بی‌پرده.',
        subtitle_en: 'What buying, inspecting and building have taught us, frankly told.',
      },
      {
        page_key: 'gallery',
        title: 'کار ما از نزدیک',
        title_en: 'Our work up close',
        subtitle: 'کارگاه، کارخانه و مسیر میان این دو.',
        subtitle_en: 'The site, the factory and the road between them.',
      },
      {
        page_key: 'contact',
        title: 'نیازتان را بگویید، مسیر را می‌سازیم',
        title_en: 'Tell us what you need; we will plan the way',
        subtitle: 'مشخصات فنی، نقشه یا حتی یک عکس از پلاک دستگاه برای شروع کافی است.',
        subtitle_en: 'A specification, a drawing or just a photo of the nameplate is enough to start.',
        cta_label: 'تماس تلفنی',
        cta_label_en: 'Call us',
        cta_url: 'tel:+982100000000',
      },
    ],
  },
]
