// Articles for investors.
import { pictures } from './pictures.ts'

const category_id = { $ref: ['article-categories', 'slug', 'industrial-investment'] }

export const investmentArticles = [
  {
    title: 'پیش از سرمایه‌گذاری در یک طرح صنعتی چه بپرسیم؟',
    title_en: 'What to ask before investing in an industrial venture',
    slug: 'questions-before-industrial-investment',
    ...pictures.solar,
    image_alt: 'ردیف‌های پنل خورشیدی در دشت؛ نمونه‌ای از سرمایه‌گذاری صنعتی',
    image_alt_en: 'Rows of solar panels on a plain: an industrial investment at work',
    excerpt: 'بازده روی کاغذ همیشه خوب است. چهار پرسشی که نشان می‌دهد کاغذ به واقعیت چقدر نزدیک است.',
    excerpt_en:
      'On paper the return is always good. Four questions that show how close the paper is to reality.',
    content: [
      '<p>هر معرفی‌نامهٔ طرح، جدولی دارد که در سال سوم سودده می‌شود. اما سرمایه‌گذاری صنعتی با جدول نمی‌چرخد، بلکه با فرض‌هایی که جدول روی آن‌ها ایستاده است. چهار پرسش زیر این فرض‌ها را روشن می‌کند.</p>',
      '<h2>محصول را چه کسی می‌خرد؟</h2>',
      '<p>قرارداد فروش امضاشده با تفاهم‌نامه فرق دارد و تفاهم‌نامه با «بازار بالقوه». برای مثال، در <a href="/projects/dasht-e-sepehr-solar-plant">نیروگاه دشت سپهر</a> تا قرارداد بیست‌سالهٔ خرید برق امضا نشد، سرمایه‌ای جذب نکردیم. اگر خریدار یکی است، توان پرداخت او را هم بسنجید، زیرا ریسک طرح همان ریسک خریدار است.</p>',
      '<h2>پول در سرمایه‌گذاری صنعتی چگونه آزاد می‌شود؟</h2>',
      '<p>سرمایه باید در برابر پیشرفت تأییدشده پرداخت شود، نه در برابر تقویم. نخست بپرسید چه کسی پیشرفت را تأیید می‌کند و از چه کسی دستمزد می‌گیرد. سپس ببینید حساب طرح از حساب مجری جدا هست یا نه. بدون این دو، سرمایه‌گذاری صنعتی به وامی بی‌وثیقه تبدیل می‌شود.</p>',
      '<h2>اگر دیر شد چه؟</h2>',
      '<p>شش ماه تأخیر در بیشتر طرح‌ها طبیعی است. بنابراین از مجری بخواهید جدول را با شش ماه تأخیر و ده درصد هزینهٔ بیشتر دوباره حساب کند. همچنین بپرسید تأخیر را چه کسی می‌پردازد: پیمانکار، سازنده یا سرمایه‌گذار؟ گزارش‌های <a href="https://www.irena.org/Publications">آژانس بین‌المللی انرژی‌های تجدیدپذیر</a> برای مقایسهٔ هزینه و زمان طرح‌های انرژی منبع خوبی است. اگر طرح پس از این حساب هنوز می‌ایستد، طرح است.</p>',
      '<h2>راه خروج از سرمایه‌گذاری صنعتی چیست؟</h2>',
      '<p>راه خروج باید پیش از ورود روشن باشد: بازخرید سهم، فروش به شریک یا پایان طرح. در عین حال، بهای خروج هم باید از امروز فرمول داشته باشد، وگرنه در روز جدایی هر طرف کارشناس خودش را می‌آورد. در <a href="/investment">مدل‌های ما</a> هر سه راه با تاریخ و فرمول آمده است.</p>',
      '<h2>پاسخ‌ها را چگونه بسنجیم؟</h2>',
      '<p>پاسخ خوب کوتاه است و مدرک دارد. البته هیچ طرحی به هر چهار پرسش پاسخ کامل نمی‌دهد، اما مجری درست‌کار می‌گوید کدام پاسخ را هنوز ندارد. در نهایت، سرمایه‌گذاری صنعتی کار مشترک چندساله است و آدم‌ها از جدول‌ها مهم‌ترند. پیش از امضا، یک روز را در کارگاه قبلی مجری بگذرانید و با کارفرمای آن گفت‌وگو کنید. پس از آن، جدول را دوباره بخوانید؛ این بار می‌دانید کدام عدد را باور کنید.</p>',
    ].join('\n'),
    content_en: [
      '<p>Every prospectus has a table that turns a profit in year three. However, an industrial investment does not live on a table but on the assumptions below it. The four questions here bring them to light.</p>',
      '<h2>Who buys the product?</h2>',
      '<p>A signed sales contract is not a memorandum, and a memorandum is not a “potential market”. For example, at the <a href="/projects/dasht-e-sepehr-solar-plant">Dasht-e Sepehr plant</a> we raised no capital until both sides had signed the twenty-year power purchase agreement. If there is a single buyer, check how well he pays, because his risk is the risk of the venture.</p>',
      '<h2>How does an industrial investment release money?</h2>',
      '<p>Pay capital against certified progress, not against the calendar. First ask who certifies it, and who pays them. Then see whether the venture has an account apart from the developer’s. Without both, an industrial investment is a loan without security.</p>',
      '<h2>What if it is late?</h2>',
      '<p>Six months of delay is normal in most ventures. Therefore have the table calculated again with six months of delay and ten per cent more cost. Also ask who pays for the delay: the contractor, the maker or you? The reports of the <a href="https://www.irena.org/Publications">International Renewable Energy Agency</a> are a good source for the cost and time of energy projects. If the venture still stands after that, it is one.</p>',
      '<h2>How do you leave an industrial investment?</h2>',
      '<p>The way out should be clear before you go in: buy-back, sale to a partner, or the end of the venture. At the same time the price needs a formula today; otherwise each side brings its own expert on the day you part. In <a href="/investment">our models</a> all three come with dates and formulas.</p>',
      '<h2>How to weigh the answers</h2>',
      '<p>A good answer is short and comes with a document. Of course no venture answers all four in full, but an honest developer says which answer is still missing. In the end an industrial investment is years of shared work, and people matter more than tables. Before you sign, spend a day on the developer’s last site and talk to its owner. Then read the table again; this time you know which figure to believe.</p>',
    ].join('\n'),
    category_id,
    tags: ['سرمایه‌گذاری', 'ریسک', 'انرژی'],
    seo_title: 'سرمایه‌گذاری صنعتی: چهار پرسش پیش از ورود',
    seo_title_en: 'Industrial investment: four questions to ask first',
    seo_description:
      'سرمایه‌گذاری صنعتی را پیش از ورود بسنجید: خریدار محصول، آزادسازی سرمایه، تأخیر و راه خروج؛ چهار پرسش با نمونه‌ای از یک نیروگاه خورشیدی.',
    seo_description_en:
      'Test an industrial investment with four questions before you sign: who buys the product, how money is released, what if it is late, how you leave.',
    seo_keyphrase: 'سرمایه‌گذاری صنعتی',
    seo_keyphrase_en: 'industrial investment',
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
    excerpt: 'پیش‌نویس: مقایسهٔ بازگشت سرمایه در نیروگاه خورشیدی و بهینه‌سازی مصرف، در سه کارخانه.',
    excerpt_en: 'Draft: the payback of a solar plant and of saving energy compared, in three factories.',
    content: [
      '<p>دو راه برای کم کردن قبض برق هست: کمتر مصرف کنید یا خودتان تولید کنید. در این نوشته دورهٔ بازگشت سرمایهٔ نیروگاه خورشیدی و بهینه‌سازی را در سه کارخانه کنار هم می‌گذاریم. البته عددهای کارخانهٔ سوم هنوز نرسیده است.</p>',
      '<h2>کارخانهٔ نخست: صرفه‌جویی پیش از تولید</h2>',
      '<p>یک کارخانهٔ لبنیات با مصرف سالانهٔ دو گیگاوات‌ساعت، نخست به فکر نیروگاه خورشیدی روی سقف افتاد. اما ممیزی انرژی نشان داد که یک‌چهارم مصرف در کمپرسورهای هوای فشرده هدر می‌رود. بنابراین کارخانه ابتدا نشتی‌ها را بست و دو کمپرسور را به دور متغیر مجهز کرد. در نتیجه، هزینهٔ کار در هفده ماه برگشت. تازه پس از آن، <a href="/projects/dairy-packaging-line">خط بسته‌بندی</a> تازه‌اش را به برق وصل کرد.</p>',
      '<h2>کارخانهٔ دوم: نیروگاه خورشیدی روی زمین خالی</h2>',
      '<p>کارخانهٔ دوم مصرف خود را پنج سال پیش بهینه کرده بود و چیز زیادی برای صرفه‌جویی نداشت. از سوی دیگر، سه هکتار زمین بی‌استفاده داشت و برق را در ساعت‌های گران روز می‌خرید. به همین دلیل، نیروگاه خورشیدی یک مگاواتی ساخت که بازگشت آن با تعرفهٔ امروز شش سال و نیم است. اگر تعرفه سالی ده درصد بالا برود، این دوره به پنج سال می‌رسد.</p>',
      '<h2>چگونه مقایسه کنیم؟</h2>',
      '<p>دورهٔ بازگشت سرمایه ساده است، اما عمر دارایی را نمی‌بیند. برای مثال، پنل خورشیدی بیست و پنج سال کار می‌کند و کمپرسور دوازده سال. بنابراین بهتر است هزینهٔ هر کیلووات‌ساعت را در تمام عمر حساب کنید؛ چه آن را تولید کنید و چه از مصرفش بکاهید. روش و داده‌های جهانی این محاسبه را <a href="https://www.irena.org/Publications">آژانس بین‌المللی انرژی‌های تجدیدپذیر</a> هر سال منتشر می‌کند.</p>',
      '<h2>اول کدام؟</h2>',
      '<p>تجربهٔ ما یک ترتیب ساده دارد. نخست نشتی‌ها و موتورهای بزرگ‌تر از نیاز را درست کنید، زیرا کمتر از دو سال برمی‌گردد. سپس ساعت مصرف را جابه‌جا کنید که تقریباً رایگان است. پس از آن، نیروگاه خورشیدی را با مصرف تازه اندازه بگیرید؛ در غیر این صورت، برای برقی پنل می‌خرید که دیگر به آن نیاز ندارید. در پایان، دربارهٔ فروش برق مازاد با شرکت توزیع گفت‌وگو کنید.</p>',
    ].join('\n'),
    content_en: [
      '<p>There are two ways to a smaller power bill: use less, or make your own. Here we compare solar payback with the payback of saving energy, in three factories. The figures of the third one are still to come.</p>',
      '<h2>The first factory: saving before making</h2>',
      '<p>A dairy with a yearly use of two gigawatt-hours first thought of panels on its roof. However, an energy audit showed that its compressors wasted a quarter of the power. Therefore the factory closed the leaks first and fitted two compressors with variable speed drives. As a result the work paid for itself in seventeen months, while solar payback would have taken eight years. Only then did it connect its new <a href="/projects/dairy-packaging-line">packaging line</a>.</p>',
      '<h2>The second factory: solar payback on idle land</h2>',
      '<p>The second factory had saved what it could five years ago. On the other hand it owned three hectares of idle land and bought power in the dear hours of the day. For this reason it built a solar plant of one megawatt, with a payback of six and a half years at present rates. If rates rise by ten per cent a year, it will be five.</p>',
      '<h2>How to compare them</h2>',
      '<p>Payback is simple, but it does not see how long things last. For example, a solar panel works for twenty-five years and a compressor for twelve. Therefore it is better to work out the cost of each kilowatt-hour over a lifetime, whether you make it or save it. The <a href="https://www.irena.org/Publications">International Renewable Energy Agency</a> publishes the method and the figures every year.</p>',
      '<h2>What comes first, and what solar payback depends on</h2>',
      '<p>Our experience has a simple order. First mend leaks and motors that are too big, because that returns in less than two years. Then move your hours of use, which costs next to nothing. After that size the panels for the new demand; otherwise you buy them for power that you no longer need, and solar payback gets longer. Finally, talk to the grid company about selling what is left over.</p>',
    ].join('\n'),
    seo_title: 'نیروگاه خورشیدی یا صرفه‌جویی در برق؟',
    seo_title_en: 'Solar payback compared with saving energy',
    seo_description:
      'نیروگاه خورشیدی یا بهینه‌سازی مصرف؟ دورهٔ بازگشت سرمایه در سه کارخانه، روش مقایسهٔ هزینهٔ هر کیلووات‌ساعت و ترتیبی که ما پیشنهاد می‌کنیم.',
    seo_description_en:
      'Solar payback or saving energy first? We compare payback times in three factories, show how to compare them and in which order to begin.',
    seo_keyphrase: 'نیروگاه خورشیدی',
    seo_keyphrase_en: 'solar payback',
    category_id,
    tags: ['انرژی', 'سرمایه‌گذاری'],
    status: 'draft',
  },
]
