import type { SameShape } from '../../translate.ts'
import type { words as english } from '../en/web-pages.ts'

export const words: SameShape<typeof english> = {
  'web-page.take-feed': 'لهذه الصفحة أخبار يمكن متابعتها. اعرضها بدلًا منها.',
  'web-page.add': 'إضافة صفحة ويب',
  'web-page.put-on': 'اعرضها',
  'web-page.added': 'هي الآن على الشاشة.',
  'web-page.address-hint': 'الصفحة كما يراها أي شخص، دون تسجيل دخول.',
  'web-page.zoom': 'التكبير',
  'web-page.percent': '\u2068{zoom} %\u2069',
  'web-page.scroll': 'التمرير إلى أسفل، بالبكسل',
  'web-page.scroll-none': '0: من أعلاها',
  'web-page.reload': 'بين مرات عرضها',
  'web-page.reload-hint': 'الصفحة التي تحدّث نفسها يمكن أن تبقى مفتوحة.',
  'web-page.keep-open': 'إبقاؤها مفتوحة',
  'web-page.load-every': {
    zero: 'دون إعادة تحميل',
    one: 'إعادة تحميلها كل دقيقة',
    two: 'إعادة تحميلها كل دقيقتين',
    few: 'إعادة تحميلها كل {count} دقائق',
    many: 'إعادة تحميلها كل {count} دقيقة',
    other: 'إعادة تحميلها كل {count} دقيقة',
  },
  'web-page.asking': 'نسأل الصفحة هل تسمح بعرضها…',
  'web-page.allowed': 'هذه الصفحة تسمح بعرضها.',
  'web-page.offline': 'تتخطاها الشاشة حين لا توجد شبكة.',
  'web-page.leads-to': 'تقود إلى \u2068{host}\u2069.',
  'web-page.forbidden':
    'هذا الموقع لا يسمح بعرضه داخل صفحة أخرى، وستعرض الشاشات رفض المتصفح مكانه. اطلب من صاحبه السماح بذلك، أو اصنع منه إعلانًا أو صورة.',
  'web-page.own': 'هذه صفحة من Placard نفسه. تتخطاها الشاشات.',
  'web-page.mixed':
    'يبدأ العنوان بـ \u2068http:\u2069، وشاشاتك تفتح Placard عبر \u2068https\u2069، فلا تعرض المتصفحات شيئًا. استخدم عنوان \u2068https\u2069 إن وُجد.',
  'web-page.private':
    'العنوان داخل شبكتكم الخاصة أو على منفذ غير مألوف، فلا يسأله الخادم. تعرضه الشاشة التي تصل إليه ما لم يمنع ذلك.',
  'web-page.unreachable': 'لا يصل الخادم إليها. هل العنوان صحيح؟',
  'web-page.too-slow': 'لم تُجب خلال 10 ثوانٍ. تتخطاها الشاشة إن تأخرت هناك أيضًا.',
  'web-page.odd': 'لم تُقرأ إجابتها. انظر إلى المعاينة.',
  'web-page.failed': 'أجابت بخطأ أو تطلب تسجيل الدخول. ستعرض الشاشات ذلك نفسه.',
  'web-page.no-page': 'لا توجد صفحة على هذا العنوان، بل ملف تنزّله المتصفحات.',
  'web-page.asked-too-often': 'سُئلت صفحات كثيرة للتو، فلم تُسأل هذه. انظر إلى المعاينة.',
  'web-page.not-asked': 'تعذّر سؤالها هل تسمح بعرضها. انظر إلى المعاينة.',
}
