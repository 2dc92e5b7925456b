// Articles for buyers.
import { pictures } from './pictures.ts'

const category_id = { $ref: ['article-categories', 'slug', 'buying-guides'] }

export const procurementArticles = [
  {
    title: 'چگونه تأمین‌کنندهٔ صنعتی را ارزیابی کنیم؟',
    title_en: 'How to assess an industrial supplier',
    slug: 'assessing-industrial-suppliers',
    ...pictures.inspection,
    excerpt:
      'قیمت پایین نخستین چیزی است که می‌بینیم و آخرین چیزی که باید بسنجیم. پنج پرسشی که پیش از سفارش می‌پرسیم.',
    excerpt_en:
      'A low price is the first thing we see and the last we should weigh. Five questions we ask before ordering.',
    content: [
      '<p>در هر استعلام، سازنده‌ای هست که قیمتش بیست درصد پایین‌تر از دیگران است. گاهی این اختلاف نشانهٔ کارایی است و گاهی نشانهٔ چیزی که در پیشنهاد نیامده. ارزیابی تأمین‌کننده یعنی فهمیدن این تفاوت، پیش از پرداخت پیش‌پرداخت.</p>',
      '<h2>پنج پرسش پیش از سفارش</h2>',
      '<ol><li><strong>چه کسی می‌سازد؟</strong> نام کارخانه را بخواهید، نه نام فروشنده را.</li><li><strong>آخرین بار کی این را ساخته‌اند؟</strong> پروژهٔ مرجع باید تازه و هم‌اندازه باشد.</li><li><strong>مواد اولیه از کجا می‌آید؟</strong> گواهی مواد را همراه پیشنهاد بگیرید.</li><li><strong>چه آزمون‌هایی در کارخانه انجام می‌شود؟</strong></li><li><strong>اگر دیر شود چه می‌پردازند؟</strong> پاسخ این پرسش همه‌چیز را روشن می‌کند.</li></ol>',
      '<h2>بازدید، حتی کوتاه</h2>',
      '<p>یک روز بازدید از کارخانه بیش از صد صفحه کاتالوگ می‌گوید. به انبار مواد نگاه کنید: نظم آن‌جا نظم همه‌جاست. اگر سفر ممکن نیست، بازدید تصویری زنده بخواهید و خودتان بگویید دوربین کجا برود.</p>',
      '<blockquote><p>تأمین‌کننده‌ای که بازدید را عقب می‌اندازد، تحویل را هم عقب خواهد انداخت.</p></blockquote>',
      '<h2>امتیازدهی ساده</h2>',
      '<p>ما به هر سازنده در چهار محور نمره می‌دهیم: توان فنی، سابقهٔ تحویل، سلامت مالی و شفافیت. نمرهٔ کمتر از ۶۰ یعنی حذف، هرچه هم قیمت خوب باشد. اگر می‌خواهید جدول ما را داشته باشید، <a href="/contact">پیام بدهید</a>.</p>',
    ].join('\n'),
    content_en: [
      '<p>In every inquiry one maker is twenty per cent cheaper than the rest. Sometimes that is efficiency, sometimes something the offer leaves out. Assessing a supplier means knowing which, before the down payment.</p>',
      '<h2>Five questions before ordering</h2>',
      '<ol><li><strong>Who makes it?</strong> Ask for the name of the factory, not of the seller.</li><li><strong>When did they last make one?</strong> A reference must be recent and of the same size.</li><li><strong>Where does the material come from?</strong> Get the certificates with the offer.</li><li><strong>Which tests are done at the works?</strong></li><li><strong>What do they pay if they are late?</strong> The answer tells you everything.</li></ol>',
      '<h2>A visit, however short</h2>',
      '<p>A day at the factory says more than a hundred pages of catalogue. Look at the material store: the order there is the order everywhere. If you cannot travel, ask for a live video tour and say yourself where the camera goes.</p>',
      '<blockquote><p>A supplier who puts off the visit will put off the delivery too.</p></blockquote>',
      '<h2>A simple score</h2>',
      '<p>We rate each maker on four axes: technical ability, delivery record, financial health and openness. Below 60 they are out, whatever the price. If you would like our score sheet, <a href="/contact">write to us</a>.</p>',
    ].join('\n'),
    category_id,
    tags: ['تأمین‌کننده', 'ارزیابی', 'خرید خارجی'],
    seo_title: 'ارزیابی تأمین‌کنندهٔ صنعتی در پنج پرسش',
    seo_title_en: 'Assessing an industrial supplier in five questions',
    seo_description: 'پنج پرسشی که پیش از سفارش تجهیزات صنعتی باید از سازنده بپرسید و یک روش سادهٔ امتیازدهی.',
    seo_description_en:
      'Five questions to ask a maker before you order industrial equipment, and a simple way to score the answers.',
    seo_keyphrase: 'ارزیابی تأمین‌کننده',
    seo_keyphrase_en: 'supplier evaluation',
    faqs: [
      {
        question: 'ارزیابی یک تأمین‌کننده چقدر زمان می‌برد؟',
        answer: 'ارزیابی از روی مدارک سه تا پنج روز کاری و همراه با بازدید حدود دو هفته.',
      },
      {
        question: 'برای خریدهای کوچک هم ارزیابی لازم است؟',
        answer: 'برای خریدهای کوچک، پرسش‌های یک و پنج کافی است.',
      },
    ],
    faqs_en: [
      {
        question: 'How long does an assessment take?',
        answer: 'Three to five working days from documents, about two weeks with a visit.',
      },
      {
        question: 'Is it worth it for small purchases?',
        answer: 'For small purchases questions one and five are enough.',
      },
    ],
    status: 'published',
    published_at: '2024-04-14T06:30:00Z',
  },
  {
    title: 'راهنمای کوتاه اینکوترمز ۲۰۲۰ برای خریدار ایرانی',
    title_en: 'A short guide to Incoterms 2020 for buyers',
    slug: 'راهنمای-اینکوترمز-۲۰۲۰',
    ...pictures.loading,
    excerpt: 'FOB، CFR یا DAP؟ یک حرف اشتباه در قرارداد می‌تواند هزینهٔ حمل و ریسک راه را به دوش شما بیندازد.',
    excerpt_en: 'FOB, CFR or DAP? One wrong letter can put freight and the risk of the road on you.',
    content: [
      '<p>اینکوترمز زبان مشترک خریدار و فروشنده است دربارهٔ سه چیز: چه کسی حمل را می‌پردازد، ریسک کجا جابه‌جا می‌شود و چه کسی ترخیص می‌کند. اینکوترمز دربارهٔ مالکیت کالا و زمان پرداخت چیزی نمی‌گوید.</p>',
      '<h2>چهار شرط پرکاربرد</h2>',
      '<table><thead><tr><th>شرط</th><th>حمل اصلی با</th><th>انتقال ریسک</th></tr></thead><tbody><tr><td>EXW</td><td>خریدار</td><td>در کارخانهٔ فروشنده</td></tr><tr><td>FOB</td><td>خریدار</td><td>روی عرشه در بندر مبدأ</td></tr><tr><td>CFR</td><td>فروشنده</td><td>روی عرشه در بندر مبدأ</td></tr><tr><td>DAP</td><td>فروشنده</td><td>در مقصد، پیش از تخلیه</td></tr></tbody></table>',
      '<p>به سطر CFR دوباره نگاه کنید: فروشنده کرایه را می‌دهد، اما ریسک از همان بندر مبدأ با شماست. بیشتر اختلاف‌هایی که دیده‌ایم از همین‌جا آغاز شده است.</p>',
      '<h2>پیشنهاد ما</h2>',
      '<ul><li>برای نخستین خرید از یک سازنده، DAP یا دست‌کم CIP بخواهید.</li><li>نام دقیق محل را پس از شرط بنویسید؛ «FOB شانگهای» بهتر از «FOB چین» است.</li><li>سال را هم بنویسید: Incoterms 2020.</li></ul>',
      '<p>در <a href="/services">خدمات حمل و ترخیص</a> ما، شرط تحویل پیش از استعلام انتخاب می‌شود تا پیشنهادها واقعاً قابل مقایسه باشد.</p>',
    ].join('\n'),
    content_en: [
      '<p>Incoterms are the common language of buyer and seller on three things: who pays the freight, where the risk passes and who clears customs. They say nothing about ownership or the time of payment.</p>',
      '<h2>Four common terms</h2>',
      '<table><thead><tr><th>Term</th><th>Main carriage by</th><th>Risk passes</th></tr></thead><tbody><tr><td>EXW</td><td>Buyer</td><td>At the seller’s works</td></tr><tr><td>FOB</td><td>Buyer</td><td>On board at the port of origin</td></tr><tr><td>CFR</td><td>Seller</td><td>On board at the port of origin</td></tr><tr><td>DAP</td><td>Seller</td><td>At destination, before unloading</td></tr></tbody></table>',
      '<p>Look at CFR again: the seller pays the freight, yet the risk is yours from the port of origin. Most disputes we have seen began right there.</p>',
      '<h2>Our advice</h2>',
      '<ul><li>For a first purchase from a maker ask for DAP, or at least CIP.</li><li>Name the exact place after the term: “FOB Shanghai” is better than “FOB China”.</li><li>Write the year as well: Incoterms 2020.</li></ul>',
      '<p>In our <a href="/services">shipping service</a> the delivery term is chosen before the inquiry, so that offers can really be compared.</p>',
    ].join('\n'),
    category_id,
    tags: ['اینکوترمز', 'حمل', 'خرید خارجی'],
    seo_title: 'اینکوترمز ۲۰۲۰ به زبان ساده',
    seo_title_en: 'Incoterms 2020 in plain words',
    seo_description: 'تفاوت EXW، FOB، CFR و DAP، محل انتقال ریسک در هر یک و پیشنهاد ما برای خریدار.',
    seo_description_en: 'How EXW, FOB, CFR and DAP differ, where the risk passes, and what we advise buyers.',
    seo_keyphrase: 'اینکوترمز ۲۰۲۰',
    seo_keyphrase_en: 'Incoterms 2020',
    faqs: [
      {
        question: 'تفاوت FOB و CFR چیست؟',
        answer: 'در هر دو ریسک روی عرشه در بندر مبدأ منتقل می‌شود؛ در CFR کرایهٔ حمل را فروشنده می‌پردازد.',
      },
    ],
    faqs_en: [
      {
        question: 'What is the difference between FOB and CFR?',
        answer:
          'In both the risk passes on board at the port of origin; under CFR the seller pays the freight.',
      },
    ],
    status: 'published',
    published_at: '2024-06-02T07:00:00Z',
  },
  {
    title: 'بهای فولاد و زمان تحویل در سالی که گذشت',
    title_en: 'Steel prices and delivery times over the past year',
    slug: 'steel-prices-and-delivery-times',
    ...pictures.loading,
    excerpt: 'چرا قیمت‌ها آرام گرفت اما زمان تحویل کوتاه نشد، و این برای سفارش بعدی شما چه معنایی دارد.',
    excerpt_en:
      'Why prices calmed while delivery did not get faster, and what that means for your next order.',
    content: [
      '<p>هر فصل قیمت‌ها و زمان‌های تحویلی را که در استعلام‌هایمان می‌گیریم کنار هم می‌گذاریم. این نوشته خلاصهٔ چهار فصل گذشته است؛ نمونهٔ ما کوچک است و جای آمار رسمی را نمی‌گیرد.</p>',
      '<h2>قیمت: آرام‌تر از انتظار</h2>',
      '<p>میانگین بهای ورق و مقطع در پیشنهادهای ما کمتر از پنج درصد جابه‌جا شد. فاصلهٔ ارزان‌ترین و گران‌ترین پیشنهاد هم کم شد، که نشانهٔ بازاری آگاه‌تر است.</p>',
      '<h2>زمان: هنوز بلند</h2>',
      '<p>با این همه، زمان ساخت تجهیزات سنگین کوتاه نشد. گلوگاه دیگر فولاد نیست؛ ماشین‌کاری و آزمون است. سازندگان خوب برای شش ماه آینده سفارش دارند.</p>',
      '<h2>چه باید کرد؟</h2>',
      '<ul><li>برای قطعات حیاتی، سفارش را سه ماه زودتر بگذارید.</li><li>با سازنده دربارهٔ رزرو ظرفیت گفت‌وگو کنید، نه فقط قیمت.</li><li>قطعهٔ یدکی مشترک میان خطوط را شناسایی و انبار کنید.</li></ul>',
    ].join('\n'),
    content_en: [
      '<p>Each quarter we put side by side the prices and delivery times from our inquiries. This sums up the last four; our sample is small and no substitute for official figures.</p>',
      '<h2>Price: calmer than expected</h2>',
      '<p>The average price of plate and sections in our offers moved by less than five per cent. The gap between the cheapest and the dearest narrowed too, a sign of a better informed market.</p>',
      '<h2>Time: still long</h2>',
      '<p>Even so, heavy equipment is not made any faster. Steel is no longer the bottleneck; machining and testing are. Good makers are booked for the next six months.</p>',
      '<h2>What to do</h2>',
      '<ul><li>Order critical parts three months earlier.</li><li>Talk to makers about reserving capacity, not just price.</li><li>Find the spare parts your lines share, and stock them.</li></ul>',
    ].join('\n'),
    category_id: { $ref: ['article-categories', 'slug', 'industry-news'] },
    tags: ['فولاد', 'زمان تحویل', 'بازار'],
    seo_title: 'بهای فولاد و زمان تحویل تجهیزات',
    seo_title_en: 'Steel prices and equipment delivery times',
    seo_description: 'مرور قیمت و زمان تحویل در استعلام‌های چهار فصل گذشته و سه پیشنهاد برای سفارش بعدی.',
    seo_description_en:
      'Prices and delivery times in four quarters of inquiries, and three suggestions for your next order.',
    seo_keyphrase: 'زمان تحویل تجهیزات',
    seo_keyphrase_en: 'equipment lead times',
    faqs: [
      {
        question: 'آیا الان زمان خوبی برای خرید است؟',
        answer: 'اگر زمان تحویل برایتان مهم است، بله؛ قیمت آرام است و ظرفیت سازندگان رو به پر شدن.',
      },
    ],
    faqs_en: [
      {
        question: 'Is this a good time to buy?',
        answer: 'If delivery matters to you, yes: prices are calm and makers’ capacity is filling up.',
      },
    ],
    status: 'published',
    published_at: '2025-01-19T08:00:00Z',
  },
]
