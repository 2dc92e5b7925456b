// Projects.
import { pictures } from './pictures.ts'

export const projects = [
  {
    resource: 'projects',
    records: [
      {
        title: 'نوسازی ایستگاه پمپاژ تصفیه‌خانهٔ شرق',
        title_en: 'East treatment plant pumping station upgrade',
        slug: 'east-treatment-plant-pumps',
        ...pictures.pumps,
        summary: 'جایگزینی هشت پمپ فرسوده بدون قطع آب شهر و با ۲۷ درصد مصرف برق کمتر.',
        summary_en: 'Eight worn pumps replaced without interrupting supply, using 27% less power.',
        body: '<p>پمپ‌های ایستگاه پس از بیست سال کار، هم پرمصرف بودند و هم بی‌قطعه. شرط کارفرما روشن بود: آب شهر حتی یک ساعت هم قطع نشود.</p><h2>چه کردیم</h2><p>جایگزینی را در چهار مرحله چیدیم و پیش از هر مرحله یک پمپ موقت در مدار گذاشتیم. پمپ‌های تازه در کارخانهٔ سازنده و با حضور بازرس ما آزمون شدند.</p><h2>نتیجه</h2><ul><li>کاهش ۲۷ درصدی مصرف برق</li><li>تحویل دو هفته زودتر از برنامه</li><li>آموزش ۱۲ بهره‌بردار در محل</li></ul>',
        body_en:
          '<p>After twenty years the station’s pumps were wasteful and out of spares. The client’s condition was plain: not one hour without water.</p><h2>What we did</h2><p>We planned the replacement in four stages and put a temporary pump into service before each. The new pumps were tested at the maker’s works with our inspector present.</p><h2>Result</h2><ul><li>27% less power used</li><li>Delivered two weeks ahead of schedule</li><li>12 operators trained on site</li></ul>',
        client: 'شرکت آب و فاضلاب منطقهٔ شرق',
        client_en: 'East Region Water Company',
        location: 'مشهد',
        location_en: 'Mashhad',
        category: 'آب و فاضلاب',
        category_en: 'Water and wastewater',
        year: 2021,
        seo_title: 'نوسازی ایستگاه پمپاژ بدون قطع آب',
        seo_title_en: 'Upgrading a pumping station without cutting supply',
        seo_description: 'چگونه هشت پمپ یک تصفیه‌خانه را بدون قطع آب شهر عوض کردیم و ۲۷ درصد برق صرفه‌جویی شد.',
        seo_description_en:
          'How we replaced eight pumps of a treatment plant without cutting supply and saved 27% of its power.',
      },
      {
        title: 'تأمین غلتک و گیربکس خط نورد',
        title_en: 'Rolls and gearboxes for a rolling mill',
        slug: 'rolling-mill-gearboxes',
        ...pictures.loading,
        summary: 'تأمین اضطراری ۶ گیربکس سنگین در ۱۱ هفته به جای ۲۶ هفته.',
        summary_en: 'Emergency supply of six heavy gearboxes in 11 weeks instead of 26.',
        body: '<p>شکست یک گیربکس خط نورد را به نصف ظرفیت رسانده بود و سازندهٔ اصلی شش ماه زمان می‌خواست.</p><p>با مهندسی معکوس نقشه‌ها و یافتن سازنده‌ای با ظرفیت خالی، ساخت را به دو کارگاه هم‌زمان سپردیم و بازرس مقیم گذاشتیم. خط در هفتهٔ دوازدهم به ظرفیت کامل برگشت.</p>',
        body_en:
          '<p>One broken gearbox had halved the mill’s output, and the original maker asked for six months.</p><p>We re-engineered the drawings, found a maker with free capacity, split the work between two shops and stationed an inspector there. The mill was back at full capacity in week twelve.</p>',
        client: 'فولاد کویر مرکزی',
        client_en: 'Central Kavir Steel',
        location: 'یزد',
        location_en: 'Yazd',
        category: 'فولاد و معدن',
        category_en: 'Steel and mining',
        year: 2022,
      },
      {
        title: 'نیروگاه خورشیدی ۵ مگاواتی دشت سپهر',
        title_en: 'Dasht-e Sepehr 5 MW solar plant',
        slug: 'dasht-e-sepehr-solar-plant',
        ...pictures.solar,
        summary: 'طراحی، تأمین و اجرا با سرمایهٔ مشترک؛ از زمین خالی تا فروش برق در ۱۰ ماه.',
        summary_en:
          'Designed, supplied and built with shared capital: from empty land to selling power in 10 months.',
        body: '<p>این نیروگاه نخستین طرح ما با مدل <a href="/investment">مشارکت در سرمایه</a> بود: ۲۳ سرمایه‌گذار، یک شرکت پروژه و قرارداد بیست‌سالهٔ فروش برق.</p><ul><li>۹٬۲۰۰ پنل و ۴۰ اینورتر رشته‌ای</li><li>اتصال به شبکهٔ ۲۰ کیلوولت</li><li>تولید سالانهٔ ۸٫۷ گیگاوات‌ساعت</li></ul>',
        body_en:
          '<p>Our first plant under the <a href="/investment">shared capital</a> model: 23 investors, one project company and a twenty-year power purchase agreement.</p><ul><li>9,200 panels and 40 string inverters</li><li>Connected to the 20 kV grid</li><li>8.7 GWh generated a year</li></ul>',
        client: 'شرکت پروژهٔ دشت سپهر',
        client_en: 'Dasht-e Sepehr Project Company',
        location: 'سمنان',
        location_en: 'Semnan',
        category: 'انرژی',
        category_en: 'Energy',
        year: 2023,
      },
      {
        title: 'خط بسته‌بندی لبنیات با دمای کنترل‌شده',
        title_en: 'Temperature-controlled dairy packaging line',
        slug: 'dairy-packaging-line',
        ...pictures.inspection,
        summary: 'دو خط پرکن و یک سردخانه، با ظرفیت ۱۲ هزار بطری در ساعت.',
        summary_en: 'Two filling lines and a cold store, 12,000 bottles an hour.',
        body: '<p>تجهیزات از سه کشور آمد و باید در فضایی ۴۰ درصد کوچک‌تر از نقشهٔ سازنده جا می‌گرفت. چیدمان را سه‌بعدی مدل کردیم و تداخل‌ها را پیش از ساخت برطرف ساختیم.</p><p>راه‌اندازی شش روز طول کشید و آزمون بهداشت در نوبت نخست پذیرفته شد.</p>',
        body_en:
          '<p>Equipment from three countries had to fit a hall 40% smaller than the maker’s layout. We modelled it in 3D and resolved every clash before manufacture.</p><p>Start-up took six days, and the hygiene test was passed the first time.</p>',
        client: 'لبنیات سبزدشت',
        client_en: 'Sabzdasht Dairy',
        location: 'شیراز',
        location_en: 'Shiraz',
        category: 'صنایع غذایی',
        category_en: 'Food industry',
        year: 2024,
      },
    ],
  },
]
