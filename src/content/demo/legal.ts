// Legal pages, and redirects from the paths of the old site.
export const legal = [
  {
    resource: 'pages',
    records: [
      {
        title: 'حریم خصوصی',
        title_en: 'Privacy',
        slug: 'privacy',
        body: '<p>این صفحه می‌گوید چه داده‌ای از شما نگه می‌داریم و چرا.</p><h2>فرم تماس</h2><p>نام، راه تماس و متن پیام شما را برای پاسخ‌گویی نگه می‌داریم و پس از دو سال پاک می‌کنیم. این داده‌ها به شخص دیگری داده نمی‌شود.</p><h2>خبرنامه</h2><p>نشانی ایمیل شما فقط برای فرستادن خبرنامه به کار می‌رود. هر زمان بخواهید، با یک پیام آن را حذف می‌کنیم.</p><h2>آمار بازدید</h2><p>بازدیدها بدون کوکی و بدون شناسایی افراد شمرده می‌شود.</p>',
        body_en:
          '<p>This page says which of your data we keep, and why.</p><h2>Contact form</h2><p>We keep your name, how to reach you and your message in order to answer, and delete them after two years. They are not passed on.</p><h2>Newsletter</h2><p>Your e-mail address is used for the newsletter only. Write to us at any time and we will delete it.</p><h2>Visitor figures</h2><p>Visits are counted without cookies and without identifying anyone.</p>',
        seo_description: 'چه داده‌ای از بازدیدکنندگان نگه می‌داریم، چرا و تا کی.',
        seo_description_en: 'Which visitor data we keep, why, and for how long.',
      },
      {
        title: 'شرایط استفاده',
        title_en: 'Terms of use',
        slug: 'terms',
        body: '<p>نوشته‌ها و تصویرهای این سایت برای آگاهی است و پیشنهاد قیمت یا دعوت به سرمایه‌گذاری به شمار نمی‌آید. مبنای هر همکاری، قراردادی است که دو طرف امضا می‌کنند.</p><p>نقل نوشته‌ها با ذکر نام نمای پیشرو و پیوند به صفحهٔ اصلی آزاد است.</p>',
        body_en:
          '<p>Texts and pictures on this site are for information; they are neither a quotation nor an invitation to invest. Every co-operation rests on a contract signed by both sides.</p><p>Texts may be quoted with the name Frontage and a link to the original page.</p>',
      },
      {
        title: 'فراخوان ارزیابی تأمین‌کنندگان',
        title_en: 'Call for suppliers',
        slug: 'فراخوان-تأمین‌کنندگان',
        body: '<p>اگر سازنده یا توزیع‌کنندهٔ تجهیزات صنعتی هستید، برای ورود به فهرست تأمین‌کنندگان ما این مدارک را بفرستید:</p><ul><li>معرفی شرکت و فهرست محصولات</li><li>گواهی‌نامه‌های کیفیت</li><li>سه پروژهٔ مرجع با راه تماس</li></ul><p>ارزیابی اولیه ده روز کاری زمان می‌برد. <a href="/contact">با ما تماس بگیرید</a>.</p>',
        body_en:
          '<p>If you make or distribute industrial equipment and want to join our supplier list, send us:</p><ul><li>A company profile and product list</li><li>Quality certificates</li><li>Three reference projects with contacts</li></ul><p>A first assessment takes ten working days. <a href="/contact">Get in touch</a>.</p>',
      },
    ],
  },
  {
    resource: 'redirects',
    records: [
      { from_path: '/portfolio', to_path: '/projects' },
      { from_path: '/درباره-ما', to_path: '/about' },
      { from_path: '/blog/incoterms', to_path: '/blog/راهنمای-اینکوترمز-۲۰۲۰' },
      { from_path: '/catalogue', to_path: '/services', status_code: 302 },
    ],
  },
]
