import type { SameShape } from '../../translate.ts'
import type { words as english } from '../en/api-docs.ts'

export const words: SameShape<typeof english> = {
  'api.title': 'الواجهة البرمجية',
  'api.lead': 'كل ما تفعله الصفحات بالشاشات تستطيع البرامج فعله أيضًا.',
  'api.contents': 'المحتويات',
  'api.begin': 'ابدأ هنا',
  'api.begin-token':
    'يرسل البرنامج رمزًا مع كل نداء في الترويسة Authorization. يتبع الرمز مؤسسة واحدة، ويسمح بالاطلاع أو بالتغيير، وربما على بعض الشاشات فقط، وتنتهي صلاحيته. المالكون وحدهم ينشئون الرموز.',
  'api.begin-list': 'سرد الشاشات:',
  'api.begin-add': 'إضافة نص إلى شريط شاشة:',
  'api.rule-errors': 'الأخطاء',
  'api.rule-errors-text':
    'كل إجابة من 400 فما فوق هي JSON فيها error.code الذي لا يتغير، وerror.message المكتوب للناس، وrequestId الذي يدل عليها في سجل الخادم.',
  'api.rule-revisions': 'المراجعات',
  'api.rule-revisions-text':
    'للعناصر والنصوص رقم مراجعة. يذكر التغيير في If-Match المراجعة التي بدأ منها، كي لا يكتب أحد فوق ما لم يره؛ وتعني * أي مراجعة.',
  'api.rule-repeats': 'التكرار',
  'api.rule-repeats-text':
    'النداء الذي يحمل الترويسة Idempotency-Key يُنفَّذ مرة واحدة: إذا تكرر بالمفتاح نفسه خلال يوم أُجيب بالإجابة نفسها.',
  'api.rule-limits': 'الحدود',
  'api.rule-limits-text':
    'يستطيع الرمز إجراء {count} نداء في الدقيقة. بعد ذلك تكون الإجابة 429، وتبيّن Retry-After عدد ثواني الانتظار.',
  'api.rule-stability': 'الثبات',
  'api.rule-stability-text':
    'تبقى النداءات والحقول والرموز كما هي. قد تزيد الإجابات حقولًا، فتجاوز ما لا تعرفه؛ أما الحقول غير المعروفة في الطلب فتُرفض. الأوقات بالملّي ثانية منذ 1970.',
  'api.make-token': 'إنشاء رمز للواجهة البرمجية',
  'api.search': 'البحث في النداءات',
  'api.search-hint': 'المفتاح / يقود إلى هنا.',
  'api.found': {
    zero: '{count} نداء',
    one: 'نداء واحد',
    two: 'نداءان',
    few: '{count} نداءات',
    many: '{count} نداءً',
    other: '{count} نداء',
  },
  'api.nothing': 'لا يوجد نداء بهذه الكلمات.',
  'api.needs': 'يتطلب:',
  'api.by-token': 'يكفي رمز الواجهة البرمجية',
  'api.parameters': 'المعاملات',
  'api.body': 'المحتوى',
  'api.answer': 'الجواب',
  'api.errors': 'الأخطاء',
  'api.example': 'مثال',
  'api.address': 'رابط هذا النداء',
}
