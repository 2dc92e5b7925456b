// Articles for engineers.
import { pictures } from './pictures.ts'

const category_id = { $ref: ['article-categories', 'slug', 'engineering'] }

export const engineeringArticles = [
  {
    title: 'بازرسی پیش از حمل: فهرستی که جلوی دردسر را می‌گیرد',
    title_en: 'Pre-shipment inspection: the checklist that saves trouble',
    slug: 'pre-shipment-inspection-checklist',
    ...pictures.inspection,
    image_alt: 'بازرسی پیش از حمل: سنجش قطعهٔ ماشین‌کاری‌شده با کولیس',
    image_alt_en: 'Pre-shipment inspection: measuring a machined part with a caliper',
    excerpt: 'ایرادی که در کارخانه پیدا شود یک روز کار دارد؛ همان ایراد در کارگاه شما یک ماه.',
    excerpt_en:
      'A defect found at the factory costs a day; the same defect found on your site costs a month.',
    content: [
      '<p>بازرسی پیش از حمل آخرین فرصت ارزان برای دیدن ایراد است. پس از بارگیری، هر اصلاح یعنی حمل دوباره، ترخیص دوباره و توقف کار. به همین دلیل، یک روز در کارخانه جای چند هفته در کارگاه را می‌گیرد.</p>',
      '<h2>پیش از سفر</h2>',
      '<p>نخست طرح بازرسی و آزمون را پیش از آغاز ساخت با سازنده امضا کنید. سپس نقطه‌های توقف را روشن کنید: جاهایی که بدون حضور بازرس کار جلو نمی‌رود. همچنین نسخهٔ نهایی نقشه‌ها و استانداردهای پذیرش را همراه داشته باشید. استاندارد <a href="https://www.iso.org/standard/52994.html">ISO/IEC 17020</a> می‌گوید یک نهاد بازرسی چه شرایطی باید داشته باشد.</p>',
      '<h2>فهرست بازرسی پیش از حمل در کارخانه</h2>',
      '<ul><li>پلاک، شمارهٔ سریال و گواهی مواد با هم بخوانند.</li><li>ابعاد اتصال‌ها را با نقشهٔ <em>خودتان</em> بسنجید، نه نقشهٔ سازنده.</li><li>آزمون کارکرد را تا دمای پایدار ادامه دهید، زیرا ده دقیقه کافی نیست.</li><li>رنگ و ضخامت پوشش را در پنج نقطه اندازه بگیرید.</li><li>از بسته‌بندی، پیش و پس از بستن جعبه، عکس بگیرید.</li></ul>',
      '<p>اگر یکی از این پنج مورد رد شد، کار را متوقف کنید. سازنده معمولاً می‌گوید که ایراد را هنگام نصب درست می‌کند، اما بازرسی پیش از حمل درست برای همین است که چنین وعده‌ای لازم نشود. در واقع، بیشتر ایرادها در کارخانه با یک روز کار برطرف می‌شود.</p>',
      '<h2>یک نمونه از کار ما</h2>',
      '<p>در پروژهٔ <a href="/projects/rolling-mill-gearboxes">گیربکس‌های خط نورد</a>، قطر سوراخ‌های پایه دو میلی‌متر با نقشه فرق داشت. بازرس این اختلاف را پیش از رنگ دید و سازنده همان شب پایه را دوباره سوراخ کرد. در غیر این صورت، خط نورد سه هفته می‌ایستاد. هزینهٔ بازرسی پیش از حمل در آن پروژه کمتر از یک روز توقف بود.</p>',
      '<h2>گزارش بازرسی پیش از حمل</h2>',
      '<p>گزارش خوب سه چیز دارد: چه دیدیم، با چه سنجیدیم و چه ماند. بنابراین شمارهٔ ابزار و تاریخ کالیبراسیون آن هم باید در گزارش باشد. نتیجه در یک خط می‌آید: پذیرفته، پذیرفته با شرط، یا رد. ما گزارش را با عکس، ظرف ۴۸ ساعت می‌فرستیم. در پایان، پرداخت قسط حمل را به همین گزارش گره بزنید تا بازرسی پیش از حمل برای هر دو طرف جدی باشد.</p>',
    ].join('\n'),
    content_en: [
      '<p>Pre-shipment inspection is the last cheap chance to see a defect. After loading every correction means freight again, customs again and work standing still. For this reason a day at the works replaces weeks on your site.</p>',
      '<h2>Before you travel</h2>',
      '<p>First sign the inspection and test plan with the maker, before manufacture starts. Then settle the hold points: the places where work does not go on without the inspector. Also take the final drawings and the acceptance standards with you. <a href="https://www.iso.org/standard/52994.html">ISO/IEC 17020</a> says what makes a competent inspection body.</p>',
      '<h2>Pre-shipment inspection at the works</h2>',
      '<ul><li>Nameplate, serial number and material certificates agree.</li><li>Check connection dimensions against <em>your own</em> drawing, not the maker’s.</li><li>Run the performance test to a steady temperature, because ten minutes will not do.</li><li>Measure the coating thickness in five places.</li><li>Take pictures of the packing, before and after the crate is closed.</li></ul>',
      '<p>If one of these five fails, stop the work. The maker will usually promise to put it right during installation, but pre-shipment inspection exists so that nobody needs such promises. In fact most defects take a day to correct at the works.</p>',
      '<h2>A case from our work</h2>',
      '<p>In our project of <a href="/projects/rolling-mill-gearboxes">gearboxes for a rolling mill</a> the holes of a base were two millimetres off. The inspector saw it before painting, and the maker drilled the base again the same night. Otherwise the mill would have stood still for three weeks. There the pre-shipment inspection cost less than one day of standstill.</p>',
      '<h2>The pre-shipment inspection report</h2>',
      '<p>A good report has three things: what we saw, what we measured it with and what is left open. Therefore the number of the instrument and its calibration date belong in it. The result is one line: accepted, accepted with conditions, or rejected. Ours arrives within 48 hours, with pictures. Finally, tie the shipping instalment to this report, so that both sides take pre-shipment inspection seriously.</p>',
    ].join('\n'),
    category_id,
    tags: ['بازرسی', 'کنترل کیفیت', 'حمل'],
    seo_title: 'بازرسی پیش از حمل تجهیزات: چک‌لیست',
    seo_title_en: 'Pre-shipment inspection checklist for equipment',
    seo_description:
      'بازرسی پیش از حمل تجهیزات صنعتی: پیش از سفر چه توافق کنیم، در کارخانه چه بسنجیم، گزارش چه باید داشته باشد و یک نمونهٔ واقعی از کار ما.',
    seo_description_en:
      'Pre-shipment inspection of equipment: what to agree before you travel, what to measure at the works and what belongs in the report.',
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
    image_alt: 'ردیف پمپ‌های تازه در ایستگاه پمپاژ، نتیجهٔ انتخاب پمپ هم‌اندازه با نیاز',
    image_alt_en: 'A row of new pumps in a pumping station after careful pump sizing',
    excerpt: 'ضریب اطمینان روی ضریب اطمینان، پمپی می‌سازد که همیشه خفه کار می‌کند. یک نمونهٔ واقعی با عدد.',
    excerpt_en:
      'Safety factor upon safety factor makes a pump that always runs throttled. A real case with figures.',
    content: [
      '<p>طراح ده درصد به دبی می‌افزاید، مهندس مکانیک ده درصد به ارتفاع و خریدار اندازهٔ بعدی کاتالوگ را برمی‌گزیند. نتیجهٔ چنین انتخاب پمپی، دستگاهی است که همهٔ عمرش با شیر نیمه‌بسته کار می‌کند. بنابراین قبض برق بزرگ‌تر از کار است.</p>',
      '<h2>چرا انتخاب پمپ به خطا می‌رود؟</h2>',
      '<p>هیچ‌کس برای پمپ بزرگ سرزنش نمی‌شود، اما برای پمپ کوچک چرا. به همین دلیل، هر کس در زنجیره کمی احتیاط می‌کند و احتیاط‌ها در هم ضرب می‌شود. برای مثال، سه ضریب ده درصدی یعنی سی و سه درصد دبی اضافه. از سوی دیگر، پمپی که دور از نقطهٔ بهینه کار می‌کند، زودتر یاتاقان و آب‌بند عوض می‌کند.</p>',
      '<h2>یک نمونهٔ واقعی</h2>',
      '<p>در <a href="/projects/east-treatment-plant-pumps">تصفیه‌خانهٔ شرق</a> هشت پمپ ۲۵۰ کیلوواتی کار می‌کرد. نخست یک هفته اندازه گرفتیم و دیدیم که نقطهٔ کار واقعی ۷۰ درصد دبی طراحی است. سپس به جای تعمیر، انتخاب پمپ را از نو انجام دادیم. با پمپ‌های ۱۸۵ کیلوواتی و دو دستگاه دور متغیر، همان آب با ۲۷ درصد برق کمتر جابه‌جا می‌شود. در نتیجه، هزینهٔ نوسازی کمتر از سه سال برگشت.</p>',
      '<h2>سه گام برای انتخاب پمپ درست</h2>',
      '<ol><li>منحنی سیستم را اندازه بگیرید؛ به نقشهٔ بیست سال پیش اعتماد نکنید.</li><li>ضریب اطمینان را یک بار و فقط یک جا اعمال کنید.</li><li>اگر نیاز در شبانه‌روز تغییر می‌کند، پیش از بزرگ کردن پمپ به دور متغیر فکر کنید.</li></ol>',
      '<p>گام نخست از همه مهم‌تر است، زیرا بقیه به آن تکیه دارد. اندازه‌گیری به دو فشارسنج، یک دبی‌سنج قابل حمل و یک هفته زمان نیاز دارد. راهنماهای <a href="https://www.pumps.org/">مؤسسهٔ هیدرولیک</a> روش آن را قدم به قدم توضیح می‌دهد.</p>',
      '<h2>هزینهٔ عمر، نه قیمت خرید</h2>',
      '<p>بهای خرید معمولاً کمتر از یک‌دهم هزینهٔ برق دستگاه در عمرش است. با این حال، در بیشتر مناقصه‌ها فقط قیمت خرید مقایسه می‌شود. پیشنهاد ما ساده است: در استعلام، توان مصرفی در نقطهٔ کار را هم بخواهید و آن را در پانزده سال برق ضرب کنید. به این ترتیب، انتخاب پمپ به یک حساب روشن تبدیل می‌شود و ساعتی که صرف آن می‌کنید، پربازده‌ترین ساعت پروژه است.</p>',
    ].join('\n'),
    content_en: [
      '<p>The designer adds ten per cent to the flow, the mechanical engineer ten per cent to the head, and the buyer picks the next size in the catalogue. Such pump sizing gives you a machine that spends its life behind a half-closed valve. As a result the power bill is bigger than the job.</p>',
      '<h2>Why pump sizing goes wrong</h2>',
      '<p>Nobody gets the blame for a big pump, but everybody fears a small one. Therefore each link of the chain adds a little caution, and the cautions multiply. For example, three factors of ten per cent make a third more flow. Besides, a pump far from its best point wears out bearings and seals sooner.</p>',
      '<h2>A case with figures</h2>',
      '<p>At the <a href="/projects/east-treatment-plant-pumps">east treatment plant</a> eight 250 kW pumps were running. First we measured for a week and found the real duty point at 70% of the design flow. Then we did the pump sizing afresh instead of repairing. With 185 kW pumps and two variable speed drives the same water now moves on 27% less power. In the end the new station paid for itself in less than three years.</p>',
      '<h2>Three steps of good pump sizing</h2>',
      '<ol><li>Measure the system curve; do not trust a drawing of twenty years ago.</li><li>Apply the safety factor once, in one place.</li><li>If demand changes through the day, think of variable speed before a bigger pump.</li></ol>',
      '<p>The first step matters most, because the others rest on it. You need two pressure gauges, a portable flow meter and a week. The guides of the <a href="https://www.pumps.org/">Hydraulic Institute</a> explain the method step by step.</p>',
      '<h2>Cost of a lifetime, not of a purchase</h2>',
      '<p>A pump usually costs less than a tenth of the power it uses in its life. However, most tenders compare only the price of purchase. Our advice is simple: ask for the power at the duty point as well, and multiply it by fifteen years. In this way pump sizing turns into plain arithmetic, and the hour you spend on it is the best paid hour of the project.</p>',
    ].join('\n'),
    category_id,
    tags: ['پمپ', 'انرژی', 'طراحی'],
    seo_title: 'انتخاب پمپ صنعتی با اندازهٔ درست',
    seo_title_en: 'Pump sizing: bigger pump, bigger bill',
    seo_description:
      'انتخاب پمپ صنعتی با اندازهٔ درست: چرا پمپ‌ها بزرگ‌تر از نیاز خریده می‌شوند و چگونه یک تصفیه‌خانه ۲۷ درصد در هزینهٔ برق صرفه‌جویی کرد.',
    seo_description_en:
      'Pump sizing done right: why pumps are bought too big, three steps to the right size, and how a treatment plant saved 27% of its power.',
    seo_keyphrase: 'انتخاب پمپ',
    seo_keyphrase_en: 'pump sizing',
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
