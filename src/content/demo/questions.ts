// Frequently asked questions.
export const questions = [
  {
    resource: 'faqs',
    records: [
      {
        question: 'برای گرفتن قیمت چه اطلاعاتی لازم است؟',
        question_en: 'What do you need to quote?',
        answer:
          '<p>مشخصات فنی یا نقشه، تعداد و محل تحویل. اگر مدرکی ندارید، عکس پلاک دستگاه و شرح کار آن برای شروع کافی است.</p>',
        answer_en:
          '<p>A specification or drawing, the quantity and the place of delivery. Without documents, a photo of the nameplate and a description of its duty are enough to start.</p>',
        category: 'سفارش',
        category_en: 'Ordering',
      },
      {
        question: 'پاسخ استعلام چقدر زمان می‌برد؟',
        question_en: 'How long does a quotation take?',
        answer:
          '<p>پاسخ اولیه را ظرف <strong>دو روز کاری</strong> می‌گیرید. مقایسهٔ کامل فنی و مالی برای تجهیزات ساختنی معمولاً ۷ تا ۱۰ روز کاری زمان می‌خواهد.</p>',
        answer_en:
          '<p>You get a first answer within <strong>two working days</strong>. A full comparison for made-to-order equipment usually takes 7 to 10 working days.</p>',
        category: 'سفارش',
        category_en: 'Ordering',
      },
      {
        question: 'کارمزد شما چگونه حساب می‌شود؟',
        question_en: 'How is your fee calculated?',
        answer:
          '<p>درصدی از بهای خرید که پیش از سفارش توافق می‌شود و در پیش‌فاکتور، جدا از بهای کالا و حمل، می‌آید. از سازنده پورسانت نمی‌گیریم.</p>',
        answer_en:
          '<p>As a percentage of the purchase price, agreed before the order and shown in the pro forma apart from goods and freight. We take no commission from makers.</p>',
        category: 'پرداخت',
        category_en: 'Payment',
      },
      {
        question: 'اگر کالا با مشخصات نخواند چه می‌شود؟',
        question_en: 'What if the goods do not match the specification?',
        answer:
          '<p>کالای مغایر بارگیری نمی‌شود. اگر مغایرتی پس از تحویل پیدا شود:</p><ol><li>ظرف سه روز کاری کارشناس می‌فرستیم.</li><li>هزینهٔ اصلاح یا تعویض با ماست.</li><li>خسارت دیرکرد طبق قرارداد پرداخت می‌شود.</li></ol>',
        answer_en:
          '<p>Goods that deviate are not loaded. Should a deviation show after delivery:</p><ol><li>We send an engineer within three working days.</li><li>Repair or replacement is at our cost.</li><li>Damages for delay are paid as the contract says.</li></ol>',
        category: 'ضمانت',
        category_en: 'Warranty',
      },
      {
        question: 'آیا بازده سرمایه‌گذاری تضمین‌شده است؟',
        question_en: 'Is the return on an investment guaranteed?',
        answer:
          '<p>خیر. رقم‌ها برآورد است و ریسک هر طرح در <a href="/investment">معرفی‌نامهٔ آن</a> آمده است. آنچه تضمین می‌کنیم گزارش سه‌ماهه و دسترسی به اسناد طرح است.</p>',
        answer_en:
          '<p>No. The figures are estimates, and the risks of each venture stand in <a href="/investment">its prospectus</a>. What we do guarantee is a quarterly report and access to the documents.</p>',
        category: 'سرمایه‌گذاری',
        category_en: 'Investment',
      },
    ],
  },
]
