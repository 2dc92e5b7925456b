// Content shown on every page: settings, menu, announcements, contact data.
const under = (url: string) => ({ $ref: ['menu', 'url', url] })

export const siteWide = [
  {
    resource: 'site-settings',
    records: [
      {
        site_name: 'نمای پیشرو',
        site_name_en: 'Frontage Demo Co.',
        tagline: 'از سفارش تا راه‌اندازی، یک مسئول',
        tagline_en: 'One accountable partner, from order to start-up',
        footer_text:
          'نمای پیشرو تجهیزات صنعتی را تأمین می‌کند، پروژه‌ها را طراحی و اجرا می‌کند و برای طرح‌های تولیدی سرمایه می‌آورد.',
        footer_text_en:
          'Frontage sources industrial equipment, designs and builds projects, and brings capital to productive ventures.',
        copyright: '© نمای پیشرو. شرکتی نمونه برای نمایش این سامانه.',
        copyright_en: '© Frontage Demo Co. A sample company that shows what this system does.',
        theme_color: '#0f4c5c',
      },
    ],
  },
  {
    resource: 'menu',
    records: [
      { label: 'خانه', label_en: 'Home', url: '/' },
      { label: 'خدمات', label_en: 'Services', url: '/services' },
      {
        label: 'تأمین تجهیزات',
        label_en: 'Procurement',
        url: '/services/procurement',
        parent_id: under('/services'),
      },
      {
        label: 'مهندسی و طراحی',
        label_en: 'Engineering',
        url: '/services/engineering',
        parent_id: under('/services'),
      },
      {
        label: 'بازرسی و کنترل کیفیت',
        label_en: 'Inspection',
        url: '/services/inspection',
        parent_id: under('/services'),
      },
      { label: 'پروژه‌ها', label_en: 'Projects', url: '/projects' },
      { label: 'سرمایه‌گذاری', label_en: 'Investment', url: '/investment' },
      { label: 'دربارهٔ ما', label_en: 'About us', url: '/about' },
      { label: 'گالری', label_en: 'Gallery', url: '/gallery', parent_id: under('/about') },
      { label: 'مقاله‌ها', label_en: 'Blog', url: '/blog' },
      { label: 'تماس با ما', label_en: 'Contact', url: '/contact' },
      { label: 'حریم خصوصی', label_en: 'Privacy', url: '/pages/privacy', location: 'footer' },
      { label: 'شرایط استفاده', label_en: 'Terms of use', url: '/pages/terms', location: 'footer' },
    ],
  },
  {
    resource: 'announcements',
    records: [
      {
        message: 'ثبت درخواست قیمت اکنون برخط است و پاسخ اولیه را ظرف دو روز کاری می‌گیرید.',
        message_en: 'Requests for quotation are now online; you get a first answer within two working days.',
        link_label: 'ثبت درخواست',
        link_label_en: 'Request a quote',
        link_url: '/contact',
        level: 'info',
        starts_at: '2024-09-22T00:00:00+03:30',
      },
      {
        message: 'دفتر تهران در تعطیلات نوروز، از ۲۹ اسفند تا ۵ فروردین، بسته است.',
        message_en: 'The Tehran office is closed over Nowruz, from 19 to 25 March.',
        level: 'warning',
        starts_at: '2025-03-15T00:00:00+03:30',
        ends_at: '2025-03-26T00:00:00+03:30',
      },
    ],
  },
  {
    resource: 'contact-info',
    records: [
      {
        address: 'تهران، خیابان نمونه، کوچهٔ سوم، پلاک ۱۲، طبقهٔ چهارم',
        address_en: '4th floor, No. 12, 3rd Alley, Nemooneh Street, Tehran, Iran',
        phone: '+98 21 0000 0000',
        mobile: '+98 900 000 0000',
        email: 'info@frontage.example',
        whatsapp: 'https://wa.me/989000000000',
        telegram: 'https://t.me/frontage_example',
        map_url: 'https://www.openstreetmap.org/?mlat=35.7570&mlon=51.4100#map=16/35.7570/51.4100',
        latitude: 35.757,
        longitude: 51.41,
        working_hours: 'شنبه تا چهارشنبه، ۸:۳۰ تا ۱۷',
        working_hours_en: 'Saturday to Wednesday, 8:30 to 17:00',
      },
    ],
  },
  {
    resource: 'social-links',
    records: [
      {
        platform: 'linkedin',
        url: 'https://www.linkedin.com/company/frontage-example',
        label: 'نمای پیشرو در لینکدین',
        label_en: 'Frontage on LinkedIn',
      },
      {
        platform: 'instagram',
        url: 'https://www.instagram.com/frontage.example',
        label: 'تصویرهای کارگاه در اینستاگرام',
        label_en: 'Site pictures on Instagram',
      },
      {
        platform: 'aparat',
        url: 'https://www.aparat.com/frontage_example',
        label: 'فیلم پروژه‌ها در آپارات',
        label_en: 'Project films on Aparat',
      },
    ],
  },
]
