// Articles for engineers.
import { pictures } from './pictures.ts'

const category_id = { $ref: ['article-categories', 'slug', 'engineering'] }

export const engineeringArticles = [
  {
    title: 'بازرسی پیش از حمل: فهرستی که جلوی دردسر را می‌گیرد',
    title_en: 'Pre-shipment inspection: the checklist that saves trouble',
    slug: 'pre-shipment-inspection-checklist',
    ...pictures.inspection,
    excerpt: 'ایرادی که در کارخانه پیدا شود یک روز کار دارد؛ همان ایراد در کارگاه شما یک ماه.',
    excerpt_en:
      'A defect found at the factory costs a day; the same defect found on your site costs a month.',
    content: [
      '<p>بازرسی پیش از حمل آخرین فرصت ارزان برای دیدن ایراد است. پس از بارگیری، هر اصلاح یعنی حمل دوباره، ترخیص دوباره و توقف کار.</p>',
      '<h2>پیش از سفر</h2>',
      '<p>طرح بازرسی و آزمون را پیش از آغاز ساخت با سازنده امضا کنید. نقطه‌های توقف را روشن کنید: جاهایی که بدون حضور بازرس کار جلو نمی‌رود.</p>',
      '<h2>در کارخانه</h2>',
      '<ul><li>پلاک، شمارهٔ سریال و گواهی مواد با هم بخوانند.</li><li>ابعاد اتصال‌ها را با نقشهٔ <em>خودتان</em> بسنجید، نه نقشهٔ سازنده.</li><li>آزمون کارکرد را تا دمای پایدار ادامه دهید؛ ده دقیقه کافی نیست.</li><li>رنگ و ضخامت پوشش را در پنج نقطه اندازه بگیرید.</li><li>از بسته‌بندی، پیش و پس از بستن جعبه، عکس بگیرید.</li></ul>',
      '<h2>گزارش</h2>',
      '<p>گزارش خوب سه چیز دارد: چه دیدیم، با چه سنجیدیم و چه ماند. نتیجه باید در یک خط باشد: پذیرفته، پذیرفته با شرط، یا رد. ما گزارش را با عکس، ظرف ۴۸ ساعت می‌فرستیم.</p>',
    ].join('\n'),
    content_en: [
      '<p>Inspection before shipment is the last cheap chance to see a defect. After loading every correction means freight again, customs again and work standing still.</p>',
      '<h2>Before you travel</h2>',
      '<p>Sign the inspection and test plan with the maker before manufacture starts. Settle the hold points: the places where work does not go on without the inspector.</p>',
      '<h2>At the works</h2>',
      '<ul><li>Nameplate, serial number and material certificates agree.</li><li>Check connection dimensions against <em>your own</em> drawing, not the maker’s.</li><li>Run the performance test to a steady temperature; ten minutes will not do.</li><li>Measure the coating thickness in five places.</li><li>Take pictures of the packing, before and after the crate is closed.</li></ul>',
      '<h2>The report</h2>',
      '<p>A good report has three things: what was seen, what it was measured with and what is left open. The result is one line: accepted, accepted with conditions, or rejected. Ours arrives within 48 hours, with pictures.</p>',
    ].join('\n'),
    category_id,
    tags: ['بازرسی', 'کنترل کیفیت', 'حمل'],
    seo_title: 'چک‌لیست بازرسی پیش از حمل تجهیزات',
    seo_title_en: 'Pre-shipment inspection checklist for equipment',
    seo_description: 'پیش از سفر چه توافق کنیم، در کارخانه چه بسنجیم و گزارش بازرسی چه باید داشته باشد.',
    seo_description_en:
      'What to agree before you travel, what to measure at the works and what belongs in the report.',
    seo_keyphrase: 'بازرسی پیش از حمل',
    seo_keyphrase_en: 'pre-shipment inspection',
    faqs: [
      {
        question: 'هزینهٔ بازرسی با کیست؟',
        answer: 'نوبت نخست در کارمزد ما دیده شده است. اگر کالا رد شود، نوبت بعدی با سازنده است.',
      },
      {
        question: 'بازرسی از راه دور می‌پذیرید؟',
        answer: 'برای کالای استاندارد و تکراری بله؛ برای تجهیزات سفارشی خیر.',
      },
    ],
    faqs_en: [
      {
        question: 'Who pays for the inspection?',
        answer: 'The first one is part of our fee. If the goods are rejected, the maker pays for the next.',
      },
      {
        question: 'Do you accept remote inspection?',
        answer: 'For standard, repeated goods yes; for made-to-order equipment no.',
      },
    ],
    status: 'published',
    published_at: '2024-08-25T06:45:00Z',
  },
  {
    title: 'پمپ بزرگ‌تر، قبض بزرگ‌تر: اندازه‌گذاری درست پمپ',
    title_en: 'Bigger pump, bigger bill: sizing pumps right',
    slug: 'sizing-pumps-right',
    ...pictures.pumps,
    excerpt: 'ضریب اطمینان روی ضریب اطمینان، پمپی می‌سازد که همیشه خفه کار می‌کند. یک نمونهٔ واقعی با عدد.',
    excerpt_en:
      'Safety factor upon safety factor makes a pump that always runs throttled. A real case with figures.',
    content: [
      '<p>طراح ده درصد به دبی می‌افزاید، مهندس مکانیک ده درصد به ارتفاع و خریدار اندازهٔ بعدی کاتالوگ را برمی‌گزیند. نتیجه پمپی است که همهٔ عمرش با شیر نیمه‌بسته کار می‌کند.</p>',
      '<h2>یک نمونه</h2>',
      '<p>در <a href="/projects/east-treatment-plant-pumps">تصفیه‌خانهٔ شرق</a> هشت پمپ ۲۵۰ کیلوواتی کار می‌کرد. اندازه‌گیری یک‌هفته‌ای نشان داد که نقطهٔ کار واقعی ۷۰ درصد دبی طراحی است. با پمپ‌های ۱۸۵ کیلوواتی و دو دستگاه دور متغیر، همان آب با ۲۷ درصد برق کمتر جابه‌جا می‌شود.</p>',
      '<h2>سه گام برای اندازهٔ درست</h2>',
      '<ol><li>منحنی سیستم را اندازه بگیرید؛ به نقشهٔ بیست سال پیش اعتماد نکنید.</li><li>ضریب اطمینان را یک بار و فقط یک جا اعمال کنید.</li><li>اگر نیاز در شبانه‌روز تغییر می‌کند، پیش از بزرگ کردن پمپ به دور متغیر فکر کنید.</li></ol>',
      '<p>بهای خرید پمپ معمولاً کمتر از یک‌دهم هزینهٔ برق آن در عمرش است. ساعتی که صرف اندازه‌گذاری می‌شود، پربازده‌ترین ساعت پروژه است.</p>',
    ].join('\n'),
    content_en: [
      '<p>The designer adds ten per cent to the flow, the mechanical engineer ten per cent to the head, and the buyer picks the next size in the catalogue. The result is a pump that spends its life behind a half-closed valve.</p>',
      '<h2>A case</h2>',
      '<p>At the <a href="/projects/east-treatment-plant-pumps">east treatment plant</a> eight 250 kW pumps were running. A week of measurement put the real duty point at 70 % of the design flow. With 185 kW pumps and two variable speed drives the same water now moves on 27 % less power.</p>',
      '<h2>Three steps to the right size</h2>',
      '<ol><li>Measure the system curve; do not trust a drawing of twenty years ago.</li><li>Apply the safety factor once, in one place.</li><li>If demand changes through the day, think of variable speed before a bigger pump.</li></ol>',
      '<p>A pump usually costs less than a tenth of the power it uses in its life. The hour spent on sizing is the best paid hour of the project.</p>',
    ].join('\n'),
    category_id,
    tags: ['پمپ', 'انرژی', 'طراحی'],
    seo_title: 'اندازه‌گذاری درست پمپ صنعتی',
    seo_title_en: 'Sizing industrial pumps right',
    seo_description: 'چرا پمپ‌ها بزرگ‌تر از نیاز خریده می‌شوند و چگونه یک تصفیه‌خانه ۲۷ درصد برق صرفه‌جویی کرد.',
    seo_description_en: 'Why pumps are bought too big, and how a treatment plant saved 27 % of its power.',
    seo_keyphrase: 'انتخاب پمپ صنعتی',
    seo_keyphrase_en: 'industrial pump selection',
    faqs: [
      {
        question: 'دور متغیر همیشه به‌صرفه است؟',
        answer: 'نه. اگر پمپ بیشتر وقت در یک نقطه کار می‌کند، پمپ هم‌اندازه ارزان‌تر و ساده‌تر است.',
      },
    ],
    faqs_en: [
      {
        question: 'Does variable speed always pay?',
        answer: 'No. If the pump mostly runs at one point, one of the right size is cheaper and simpler.',
      },
    ],
    status: 'published',
    published_at: '2024-10-13T07:15:00Z',
  },
]
