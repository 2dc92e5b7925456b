// Articles for buyers.
import { pictures } from './pictures.ts'

const category_id = { $ref: ['article-categories', 'slug', 'buying-guides'] }

export const procurementArticles = [
  {
    title: 'چگونه تأمین‌کنندهٔ صنعتی را ارزیابی کنیم؟',
    title_en: 'How to assess an industrial supplier',
    slug: 'assessing-industrial-suppliers',
    ...pictures.inspection,
    image_alt: 'بازرس با کولیس، هنگام ارزیابی تأمین‌کننده در کارخانه',
    image_alt_en: 'An inspector with a caliper at the works of an industrial supplier',
    excerpt:
      'قیمت پایین نخستین چیزی است که می‌بینیم و آخرین چیزی که باید بسنجیم. پنج پرسشی که پیش از سفارش می‌پرسیم.',
    excerpt_en:
      'A low price is the first thing we see and the last we should weigh. Five questions we ask before ordering.',
    content: [
      '<p>در هر استعلام، سازنده‌ای هست که قیمتش بیست درصد پایین‌تر از دیگران است. گاهی این اختلاف نشانهٔ کارایی است و گاهی نشانهٔ چیزی که در پیشنهاد نیامده. ارزیابی تأمین‌کننده یعنی فهمیدن این تفاوت، پیش از آنکه پیش‌پرداخت از حساب شما بیرون برود.</p>',
      '<h2>ارزیابی تأمین‌کننده در پنج پرسش</h2>',
      '<p>این پرسش‌ها را پیش از سفارش بپرسید و همراه هر پاسخ مدرک بخواهید.</p>',
      '<ol><li><strong>چه کسی می‌سازد؟</strong> نام کارخانه را بخواهید، نه نام فروشنده را؛ زیرا ضمانت را کارخانه می‌دهد.</li><li><strong>آخرین بار کی این را ساخته‌اند؟</strong> پروژهٔ مرجع باید تازه و هم‌اندازه باشد، وگرنه چیزی را ثابت نمی‌کند.</li><li><strong>مواد اولیه از کجا می‌آید؟</strong> گواهی مواد را همراه پیشنهاد بگیرید، نه پس از سفارش.</li><li><strong>چه آزمون‌هایی در کارخانه انجام می‌شود؟</strong> برای مثال، آزمون فشار و کارکرد باید در طرح بازرسی آمده باشد.</li><li><strong>اگر دیر شود چه می‌پردازند؟</strong> پاسخ این پرسش همه‌چیز را روشن می‌کند.</li></ol>',
      '<h2>مدرک‌هایی که باید بخواهید</h2>',
      '<p>نخست گواهی <a href="https://www.iso.org/iso-9001-quality-management.html">ISO 9001</a> را ببینید و تاریخ اعتبارش را بسنجید. سپس صورت‌های مالی دو سال گذشته را بخواهید، زیرا کارخانه‌ای که نقدینگی ندارد، مواد شما را هم دیر می‌خرد. همچنین شمارهٔ دو مشتری پیشین را بگیرید و خودتان با آن‌ها تماس بگیرید. ارزیابی تأمین‌کننده بدون این تماس‌ها کامل نیست.</p>',
      '<h2>بازدید، حتی کوتاه</h2>',
      '<p>یک روز بازدید از کارخانه بیش از صد صفحه کاتالوگ می‌گوید. به انبار مواد نگاه کنید: نظم آنجا نظم همه‌جاست. اگر سفر ممکن نیست، بازدید تصویری زنده بخواهید و خودتان بگویید دوربین کجا برود. در <a href="/services/inspection">خدمات بازرسی</a> ما، کارشناس به جای شما به کارخانه می‌رود و همان روز گزارش می‌دهد.</p>',
      '<blockquote><p>تأمین‌کننده‌ای که بازدید را عقب می‌اندازد، تحویل را هم عقب خواهد انداخت.</p></blockquote>',
      '<h2>نمره‌دهی در ارزیابی تأمین‌کننده</h2>',
      '<p>ما به هر سازنده در چهار محور نمره می‌دهیم: توان فنی، سابقهٔ تحویل، سلامت مالی و شفافیت. البته وزن محورها در همهٔ خریدها یکسان نیست. برای نمونه، در قطعهٔ یدکی زمان تحویل مهم‌تر است و در ماشین‌آلات اصلی توان فنی. نمرهٔ کمتر از ۶۰ یعنی حذف، هرچند قیمت خوب باشد.</p>',
      '<p>با این حال، نمره پایان کار نیست و ارزیابی تأمین‌کننده پس از هر تحویل تکرار می‌شود. به این ترتیب، فهرست سازندگان شما سال به سال کوتاه‌تر و مطمئن‌تر خواهد شد. اگر می‌خواهید جدول ما را داشته باشید، <a href="/contact">پیام بدهید</a>.</p>',
    ].join('\n'),
    content_en: [
      '<p>In every inquiry one maker is twenty per cent cheaper than the rest. Sometimes that is efficiency, sometimes something the offer leaves out. Assessing an industrial supplier means knowing which, before the down payment leaves your account.</p>',
      '<h2>Five questions for an industrial supplier</h2>',
      '<p>Ask these before you order, and ask for a document with each answer.</p>',
      '<ol><li><strong>Who makes it?</strong> Ask for the name of the factory, not of the seller, because the factory stands behind the warranty.</li><li><strong>When did they last make one?</strong> A reference must be recent and of the same size; otherwise it proves little.</li><li><strong>Where does the material come from?</strong> Get the certificates with the offer, not after the order.</li><li><strong>Which tests do they run at the works?</strong> For example, pressure and performance tests belong in the inspection plan.</li><li><strong>What do they pay if they are late?</strong> The answer tells you everything.</li></ol>',
      '<h2>Papers to ask for</h2>',
      '<p>First look at the <a href="https://www.iso.org/iso-9001-quality-management.html">ISO 9001</a> certificate and its date. Then ask for the accounts of the last two years, because a factory without cash buys your material late. Also take the numbers of two earlier customers, and call them yourself. No industrial supplier worth your order will mind.</p>',
      '<h2>A visit, however short</h2>',
      '<p>A day at the factory says more than a hundred pages of catalogue. Look at the material store: the order there is the order everywhere. If you cannot travel, ask for a live video tour and say yourself where the camera goes. Our <a href="/services/inspection">inspection service</a> can also go there for you and report the same day.</p>',
      '<blockquote><p>A supplier who puts off the visit will put off the delivery too.</p></blockquote>',
      '<h2>How to score an industrial supplier</h2>',
      '<p>We rate each maker on four axes: technical ability, delivery record, financial health and openness. However, the weights are not the same for every purchase. For a spare part the delivery time matters most; for main machinery, technical ability does. Below 60 they are out, whatever the price.</p>',
      '<p>Even so, the score is not the end: we repeat it for each industrial supplier after every delivery. As a result the list of makers gets shorter and safer year by year. If you would like our score sheet, <a href="/contact">write to us</a>.</p>',
    ].join('\n'),
    category_id,
    tags: ['تأمین‌کننده', 'ارزیابی', 'خرید خارجی'],
    seo_title: 'ارزیابی تأمین‌کنندهٔ صنعتی در پنج پرسش',
    seo_title_en: 'Industrial supplier assessment in five questions',
    seo_description:
      'ارزیابی تأمین‌کننده پیش از سفارش تجهیزات صنعتی: پنج پرسش، مدرک‌هایی که باید خواست، نکته‌های بازدید از کارخانه و یک روش سادهٔ نمره‌دهی.',
    seo_description_en:
      'How to assess an industrial supplier before you order: five questions, the papers to ask for, what to see on a visit and a simple score.',
    seo_keyphrase: 'ارزیابی تأمین‌کننده',
    seo_keyphrase_en: 'industrial supplier',
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
    image_alt: 'بارگیری گیربکس سنگین روی کفی؛ لحظهٔ انتقال ریسک در اینکوترمز ۲۰۲۰',
    image_alt_en: 'A heavy gearbox lifted onto a flatbed: where risk passes under Incoterms 2020',
    excerpt: 'FOB، CFR یا DAP؟ یک حرف اشتباه در قرارداد می‌تواند هزینهٔ حمل و ریسک راه را به دوش شما بیندازد.',
    excerpt_en: 'FOB, CFR or DAP? One wrong letter can put freight and the risk of the road on you.',
    content: [
      '<p>اینکوترمز ۲۰۲۰ زبان مشترک خریدار و فروشنده است دربارهٔ سه چیز: چه کسی حمل را می‌پردازد، ریسک کجا جابه‌جا می‌شود و چه کسی ترخیص می‌کند. اما دربارهٔ مالکیت کالا و زمان پرداخت چیزی نمی‌گوید. بنابراین این دو را باید جداگانه در قرارداد نوشت.</p>',
      '<h2>چهار شرط پرکاربرد اینکوترمز ۲۰۲۰</h2>',
      '<table><thead><tr><th>شرط</th><th>حمل اصلی با</th><th>انتقال ریسک</th></tr></thead><tbody><tr><td>EXW</td><td>خریدار</td><td>در کارخانهٔ فروشنده</td></tr><tr><td>FOB</td><td>خریدار</td><td>روی عرشه در بندر مبدأ</td></tr><tr><td>CFR</td><td>فروشنده</td><td>روی عرشه در بندر مبدأ</td></tr><tr><td>DAP</td><td>فروشنده</td><td>در مقصد، پیش از تخلیه</td></tr></tbody></table>',
      '<p>به سطر CFR دوباره نگاه کنید: فروشنده کرایه را می‌دهد، اما ریسک از همان بندر مبدأ با شماست. در نتیجه، اگر کالا در راه آسیب ببیند، بیمه‌نامهٔ شما باید پاسخ بدهد، نه فروشنده. بیشتر اختلاف‌هایی که دیده‌ایم از همین‌جا آغاز شده است.</p>',
      '<h2>هزینه‌هایی که در جدول نیست</h2>',
      '<p>کرایهٔ دریا تنها بخشی از هزینه است. برای مثال، در FOB هزینهٔ رساندن کالا به بندر با فروشنده است، اما هزینهٔ انبار در بندر مقصد با شما. همچنین بیمه فقط در CIF و CIP بر عهدهٔ فروشنده است. در اینکوترمز ۲۰۲۰ پوشش بیمهٔ CIP نیز گسترده‌تر شده است، زیرا این شرط بیشتر برای کالای ساخته‌شده به کار می‌رود. متن رسمی شرط‌ها را <a href="https://iccwbo.org/business-solutions/incoterms-rules/">اتاق بازرگانی بین‌المللی</a> منتشر می‌کند.</p>',
      '<h2>یک اشتباه پرهزینه</h2>',
      '<p>یکی از مشتریان ما توربینی را با شرط EXW خریده بود، چون قیمت پایین‌تری داشت. سپس معلوم شد که پروانهٔ صادرات را هم باید خریدار بگیرد، در حالی که در آن کشور دفتری نداشت. سرانجام کالا هفت هفته در کارخانه ماند و هزینهٔ انبارش از تخفیف بیشتر شد.</p>',
      '<h2>پیشنهاد ما برای اینکوترمز ۲۰۲۰</h2>',
      '<ul><li>برای نخستین خرید از یک سازنده، DAP یا دست‌کم CIP بخواهید.</li><li>نام دقیق محل را پس از شرط بنویسید؛ «FOB شانگهای» بهتر از «FOB چین» است.</li><li>سال را هم بنویسید: «اینکوترمز ۲۰۲۰»، وگرنه معلوم نیست کدام نسخه در کار است.</li></ul>',
      '<p>در <a href="/services/logistics">خدمات حمل و ترخیص</a> ما، شرط تحویل پیش از استعلام انتخاب می‌شود تا پیشنهادها واقعاً قابل مقایسه باشد. به این ترتیب، قیمت پایین‌تر همیشه به معنای هزینهٔ کمتر است.</p>',
    ].join('\n'),
    content_en: [
      '<p>Incoterms 2020 are the common language of buyer and seller on three things: who pays the freight, where the risk passes and who clears customs. However, they say nothing about ownership or the time of payment. Therefore both belong in the contract itself.</p>',
      '<h2>Four common terms of Incoterms 2020</h2>',
      '<table><thead><tr><th>Term</th><th>Main carriage by</th><th>Risk passes</th></tr></thead><tbody><tr><td>EXW</td><td>Buyer</td><td>At the seller’s works</td></tr><tr><td>FOB</td><td>Buyer</td><td>On board at the port of origin</td></tr><tr><td>CFR</td><td>Seller</td><td>On board at the port of origin</td></tr><tr><td>DAP</td><td>Seller</td><td>At destination, before unloading</td></tr></tbody></table>',
      '<p>Look at CFR again: the seller pays the freight, yet the risk is yours from the port of origin. As a result your own policy has to answer for damage on the way, not the seller. Most disputes we have seen began right there.</p>',
      '<h2>Costs the table leaves out</h2>',
      '<p>Ocean freight is only a part of the bill. For example, under FOB the seller brings the goods to the port, but storage at the other end is yours. Insurance is the seller’s duty under CIF and CIP alone. Incoterms 2020 also ask for wider cover under CIP, because that term mostly serves manufactured goods. The <a href="https://iccwbo.org/business-solutions/incoterms-rules/">International Chamber of Commerce</a> publishes the official text.</p>',
      '<h2>A costly mistake</h2>',
      '<p>One of our clients bought a turbine EXW, because it looked cheaper that way. Then it turned out that the buyer also had to get the export licence, while he had no office in that country. Finally the goods stood at the works for seven weeks, and storage ate up more than the discount.</p>',
      '<h2>Our advice on Incoterms 2020</h2>',
      '<ul><li>For a first purchase from a maker ask for DAP, or at least CIP.</li><li>Name the exact place after the term: “FOB Shanghai” is better than “FOB China”.</li><li>Write the year as well: “Incoterms 2020”; otherwise nobody knows which edition applies.</li></ul>',
      '<p>In our <a href="/services/logistics">shipping service</a> we choose the delivery term before the inquiry, so that offers can really be compared. In this way a lower price means a lower cost, too.</p>',
    ].join('\n'),
    category_id,
    tags: ['اینکوترمز', 'حمل', 'خرید خارجی'],
    seo_title: 'اینکوترمز ۲۰۲۰ به زبان ساده',
    seo_title_en: 'Incoterms 2020 in plain words',
    seo_description:
      'اینکوترمز ۲۰۲۰ به زبان ساده: تفاوت EXW، FOB، CFR و DAP، محل انتقال ریسک در هر یک، هزینه‌های پنهان و پیشنهاد ما برای نخستین خرید خارجی.',
    seo_description_en:
      'Incoterms 2020 in plain words: how EXW, FOB, CFR and DAP differ, where the risk passes, which costs stay hidden, and what we advise buyers.',
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
    title: 'قیمت فولاد و زمان تحویل در سالی که گذشت',
    title_en: 'Steel prices and delivery times over the past year',
    slug: 'steel-prices-and-delivery-times',
    ...pictures.loading,
    image_alt: 'بارگیری گیربکس سنگین با جرثقیل؛ قیمت فولاد بخشی از بهای آن است',
    image_alt_en: 'A heavy gearbox lifted by crane: steel prices are a part of its cost',
    excerpt: 'چرا قیمت‌ها آرام گرفت اما زمان تحویل کوتاه نشد، و این برای سفارش بعدی شما چه معنایی دارد.',
    excerpt_en:
      'Why prices calmed while delivery did not get faster, and what that means for your next order.',
    content: [
      '<p>هر فصل قیمت‌ها و زمان‌های تحویلی را که در استعلام‌هایمان می‌گیریم کنار هم می‌گذاریم. این نوشته نشان می‌دهد که قیمت فولاد در چهار فصل گذشته چه مسیری داشته است. البته نمونهٔ ما کوچک است و جای آمار رسمی را نمی‌گیرد.</p>',
      '<h2>قیمت فولاد: آرام‌تر از انتظار</h2>',
      '<p>میانگین بهای ورق و مقطع در پیشنهادهای ما کمتر از پنج درصد جابه‌جا شد. همچنین فاصلهٔ ارزان‌ترین و گران‌ترین پیشنهاد کم شد، که نشانهٔ بازاری آگاه‌تر است. آمار جهانی تولید را <a href="https://worldsteel.org/data/">انجمن جهانی فولاد</a> هر ماه منتشر می‌کند و عددهای ما با روند آن هم‌خوان است.</p>',
      '<p>با این حال، قیمت فولاد خام تنها یک‌سوم بهای تجهیزات سنگین است. بنابراین پنج درصد ارزانی ورق، بهای پمپ یا گیربکس را دو درصد هم پایین نمی‌آورد. بقیه، دستمزد و ماشین‌کاری و آزمون است.</p>',
      '<h2>زمان: هنوز بلند</h2>',
      '<p>از سوی دیگر، زمان ساخت تجهیزات سنگین کوتاه نشد. گلوگاه دیگر فولاد نیست؛ ماشین‌کاری و آزمون است. برای مثال، تحویل یک گیربکس هفتصد کیلوواتی در بهار ۳۱ هفته بود و در زمستان ۳۳ هفته. سازندگان خوب برای شش ماه آینده سفارش دارند و در نتیجه، تخفیف دادن برایشان معنایی ندارد.</p>',
      '<h2>قیمت فولاد با قرارداد شما چه می‌کند؟</h2>',
      '<p>در قراردادهای بلندتر از شش ماه، سازنده معمولاً بند تعدیل می‌خواهد. این بند بد نیست، به شرط آنکه شاخص آن روشن باشد. نخست بپرسید قیمت فولاد از کدام شاخص و در کدام روز خوانده می‌شود. سپس برای تغییر، سقف و کف بگذارید. در پروژهٔ <a href="/projects/rolling-mill-gearboxes">گیربکس‌های خط نورد</a>، سقف چهار درصدی از افزایش دو ماه پایانی جلوگیری کرد.</p>',
      '<h2>چه باید کرد؟</h2>',
      '<ul><li>برای قطعات حیاتی، سفارش را سه ماه زودتر بگذارید.</li><li>با سازنده دربارهٔ رزرو ظرفیت گفت‌وگو کنید، نه فقط قیمت.</li><li>قطعهٔ یدکی مشترک میان خطوط را شناسایی و انبار کنید.</li></ul>',
      '<p>در پایان، منتظر ارزان‌تر شدن نمانید: قیمت فولاد آرام است، اما ظرفیت کارخانه‌ها نه. اگر برای خرید امسال برنامه دارید، همین حالا زمان استعلام گرفتن و رزرو ظرفیت است.</p>',
    ].join('\n'),
    content_en: [
      '<p>Each quarter we put side by side the prices and delivery times from our inquiries. This article shows how steel prices have moved over the last four. Of course our sample is small and no substitute for official figures.</p>',
      '<h2>Steel prices: calmer than expected</h2>',
      '<p>The average price of plate and sections in our offers moved by less than five per cent. The gap between the cheapest and the dearest narrowed too, a sign of a better informed market. The <a href="https://worldsteel.org/data/">World Steel Association</a> publishes production figures every month, and our numbers follow its trend.</p>',
      '<p>However, steel prices make up only a third of the cost of heavy equipment. Therefore plate that is five per cent cheaper takes less than two per cent off a pump or a gearbox. The rest is wages, machining and tests.</p>',
      '<h2>Time: still long</h2>',
      '<p>Meanwhile makers have not become any faster. Steel is no longer the bottleneck; machining and testing are. For example, a gearbox of 700 kW took 31 weeks in spring and 33 in winter. Good makers are full for the next six months, so they see no reason for discounts.</p>',
      '<h2>What steel prices do to your contract</h2>',
      '<p>In contracts of more than six months makers usually ask for price adjustment. The clause is fair, provided that its index is clear. First ask which index gives the steel prices, and on which day. Then agree on a cap and a floor. In our project of <a href="/projects/rolling-mill-gearboxes">gearboxes for a rolling mill</a> a cap of four per cent kept out the rise of the last two months.</p>',
      '<h2>What to do</h2>',
      '<ul><li>Order critical parts three months earlier.</li><li>Talk to makers about reserving capacity, not just price.</li><li>Find the spare parts your lines share, and stock them.</li></ul>',
      '<p>Finally, do not wait for a better offer: steel prices are calm, but the capacity of the works is not. If you plan to buy this year, now is the time to ask.</p>',
    ].join('\n'),
    category_id: { $ref: ['article-categories', 'slug', 'industry-news'] },
    tags: ['فولاد', 'زمان تحویل', 'بازار'],
    seo_title: 'قیمت فولاد و زمان تحویل تجهیزات صنعتی',
    seo_title_en: 'Steel prices and equipment delivery times',
    seo_description:
      'قیمت فولاد و زمان تحویل تجهیزات در استعلام‌های چهار فصل گذشتهٔ ما، اثر آن بر بند تعدیل قراردادها و سه پیشنهاد برای سفارش بعدی شما.',
    seo_description_en:
      'Steel prices and delivery times in four quarters of our inquiries, what they do to price clauses, and three suggestions for your next order.',
    seo_keyphrase: 'قیمت فولاد',
    seo_keyphrase_en: 'steel prices',
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
