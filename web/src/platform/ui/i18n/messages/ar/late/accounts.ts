import type { SameShape } from '../../../translate.ts'
import type { words as english } from '../../en/late/accounts.ts'

export const words: SameShape<typeof english> = {
  'login.help.title': 'مساعدة في تسجيل الدخول',
  'login.help.password': 'إن نسيت كلمة المرور يصلك رابط لاختيار كلمة جديدة:',
  'login.help.address':
    'سجّل الدخول بعنوان البريد الإلكتروني الذي اشتركت به مؤسستك. لا فرق بين الأحرف الكبيرة والصغيرة.',
  'login.help.subscription':
    'إذا ظهر لك أنك غير مشترك، فعنوانك وكلمة مرورك صحيحان، لكن لم تُهيّأ لك مؤسسة بعد. مزوّد الخدمة هو من يقوم بذلك.',
  'login.waiting.title': 'لا شيء مفتوح لك بعد',
  'login.waiting.lead':
    'كلمة مرور {email} صحيحة، لكن هذا الحساب لا ينتمي إلى أي مؤسسة، أو لم يُثبت أحد بعد أن العنوان له.',
  'login.waiting.link': 'إن كنت قد دُعيت فافتح رابط الدعوة. وإلا فمزوّد الخدمة يستطيع أن يشركك أو أن يعطيك رابطًا.',
  'login.waiting.back': 'العودة إلى تسجيل الدخول',

  'contact.us': 'هكذا تصل إلينا:',

  'login.again.title': 'سجّل الدخول من جديد',
  'login.again.lead': 'انتهت جلستك. ما كتبته في هذه الصفحة محفوظ.',
  'login.again.leave': 'مغادرة هذه الصفحة',
  'login.removed.title': 'سُجّل خروجك',
  'login.removed.lead':
    'لم تعد تنتمي إلى {name}: أزالك أحد المالكين أو انتهى الاشتراك. اسأل أحد المالكين إن كان ذلك خطأ. ما كتبته في هذه الصفحة محفوظ.',
  'login.code.title': 'خطوة أخيرة',
  'login.code.lead': 'تسجيل الدخول بخطوتين مفعّل لهذا الحساب.',
  'login.code.label': 'الرمز',
  'login.code.hint': 'الأرقام الستة التي يعرضها تطبيق المصادقة الآن.',
  'login.code.recovery-label': 'رمز الاسترداد',
  'login.code.recovery-hint': 'أحد الرموز التي احتفظت بها عند تفعيل تسجيل الدخول بخطوتين. كل رمز يعمل مرة واحدة.',
  'login.code.use-recovery': 'استخدام رمز استرداد بدلًا من ذلك',
  'login.code.use-app': 'استخدام تطبيق المصادقة بدلًا من ذلك',
  'login.code.back': 'البدء من جديد',

  'forgot.title': 'هل نسيت كلمة المرور؟',
  'forgot.lead': 'يتيح لك رابط أن تختار كلمة جديدة.',
  'forgot.submit': 'إرسال الرابط',
  'forgot.done': 'راجع بريدك',
  'forgot.done-lead':
    'إن كان للعنوان {email} حساب، فهناك رسالة فيها رابط في الطريق. يعمل الرابط مرة واحدة خلال {minutes} دقائق. إن لم يصل شيء فراجع مجلد الرسائل غير المرغوب فيها أيضًا.',
  'forgot.no-mail': 'اسأل مزوّد الخدمة',
  'forgot.no-mail-lead':
    'هذا الخادم لا يرسل بريدًا. يستطيع الشخص المسؤول عن Placard في مؤسستك أن يعطيك رابطًا لاختيار كلمة مرور جديدة.',
  'forgot.remembered': 'هل تذكّرتها؟',

  'reset.title': 'اختر كلمة مرور جديدة',
  'reset.lead': 'ستُسجَّل خروجك من كل مكان آخر.',
  'reset.label': 'كلمة المرور الجديدة',
  'reset.submit': 'تغيير كلمة المرور',
  'reset.done': 'تغيّرت كلمة مرورك. سجّل الدخول بها.',
  'reset.no-link': 'تُفتح هذه الصفحة بالرابط الذي أُرسل إليك. افتحه مرة أخرى، أو اطلب رابطًا جديدًا.',
  'reset.ask-again': 'طلب رابط جديد',

  'account.load-failed': 'تعذّر تحميل هذا.',

  'register.title': 'أنشئ حسابك',
  'register.lead': 'حساب واحد لكل شاشات مؤسستك.',
  'register.submit': 'إنشاء حساب',
  'register.have-account': 'لديك حساب بالفعل؟',
  'register.to-login': 'تسجيل الدخول',
  'register.password-rule': {
    zero: 'لا حدّ أدنى للأحرف ({count}). بضع كلمات متتالية يسهل تذكّرها.',
    one: 'حرف واحد على الأقل ({count}). بضع كلمات متتالية يسهل تذكّرها.',
    two: 'حرفان على الأقل ({count}). بضع كلمات متتالية يسهل تذكّرها.',
    few: '{count} أحرف على الأقل. بضع كلمات متتالية يسهل تذكّرها.',
    many: '{count} حرفًا على الأقل. بضع كلمات متتالية يسهل تذكّرها.',
    other: '{count} حرف على الأقل. بضع كلمات متتالية يسهل تذكّرها.',
  },
  'register.password-missing': {
    zero: 'لا ينقص أي حرف.',
    one: 'ينقص حرف واحد.',
    two: 'ينقص حرفان.',
    few: 'تنقص {count} أحرف.',
    many: 'ينقص {count} حرفًا.',
    other: 'ينقص {count} حرف.',
  },
  'register.done': 'شكرًا لك. حسابك بانتظار الاشتراك.',
  'register.done-mail':
    'أُرسل رابط إلى {email}. افتحه خلال عشر دقائق واختر كلمة مرورك مرة أخرى: بذلك يثبت أن العنوان لك.',
  'register.done-lead':
    'سيُعِدّ مزوّد الخدمة مؤسستك، وبعدها يمكنك تسجيل الدخول. إن كان لهذا العنوان حساب من قبل فهو باقٍ كما كان: سجّل الدخول، أو اطلب كلمة مرور جديدة.',

  'console.organisation-id': 'معرّف المؤسسة',
  'console.account.active': 'نشط',
  'console.account.disabled': 'محظور',
  'console.account.unproven': 'سجّل، ولم يثبت العنوان',
  'console.account.none': 'لا حساب بعد',
  'console.account.operator': 'مشغّل',
}
