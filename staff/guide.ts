import type { GuideSection } from '../platform/text/guide.ts'
import { auditText } from './audit/text.ts'
import { staffText } from './text.ts'

export const gettingInGuide: GuideSection = {
  id: 'getting-in',
  paths: ['/login', '/register', '/forgot', '/welcome'],
  title: { zh_CN: '登录与退出', en_US: 'Logging in and out' },
  paragraphs: [
    {
      zh_CN: '在登录页输入账号和密码，按 Enter 登录。账号不区分大小写。登录后会回到您原来要打开的页面。',
      en_US:
        'Enter your account and password on the login page and press Enter. The account is not case-sensitive. After logging in you return to the page you wanted to open.',
    },
    {
      zh_CN: '账号或密码错误时，系统不会指出是哪一项错误。连续多次失败后，需要等待提示的分钟数再试。',
      en_US:
        'If the account or password is wrong, the system doesn’t say which one. After several failed attempts you must wait for the number of minutes shown.',
    },
    {
      zh_CN:
        '新公司在登录页点击“注册”：填写邮箱，点击“发送验证码”，再填写邮件中的 6 位验证码、公司名称、登录网址名称和密码，点击“创建”。邮箱就是登录账号。登录网址名称为 4 至 10 位字母或数字，输入时会提示是否可用。朋友的邀请链接会自动填好邀请码。注册后从试用期开始。',
      en_US:
        'To register a new company, click “Register” on the login page: enter your email and click “Send code”, then enter the 6-digit code from the email, the company name, a login URL name and a password, and click “Create”. Your email is your account. The login URL name has 4 to 10 letters or digits; the page shows whether it is available as you type. A friend’s invite link fills in the invite code. New companies start with a trial period.',
    },
    {
      zh_CN:
        '忘记密码时，在登录页点击“忘记密码”，填写账号，用发送到账号邮箱的验证码设置新密码。之后所有设备都会退出登录。账号没有邮箱时，请仓库管理员重置密码。无论账号是否存在，页面的提示都相同。',
      en_US:
        'If you forget your password, click “Forgot password?” on the login page, enter your account, and set a new password with the code sent to its email. You are then logged out on all devices. If the account has no email, ask your warehouse manager to reset the password. The page shows the same message whether or not the account exists.',
    },
    {
      zh_CN:
        '验证码 10 分钟内有效，60 秒后可以重新发送；重新发送后，旧验证码失效。服务器没有设置邮件时，验证码写在服务器日志中，页面会说明。',
      en_US:
        'A code is valid for 10 minutes and can be sent again after 60 seconds; the old code then stops working. If no mail server is configured, the code is written to the server log, and the page says so.',
    },
    {
      zh_CN: '受邀的同事打开邀请邮件中的链接，设置密码后即可进入。链接 7 天内有效，只能使用一次。',
      en_US:
        'An invited colleague opens the link in the invitation email, sets a password and is logged in. The link is valid for 7 days and can be used once.',
    },
    {
      zh_CN:
        '密码为 6 至 16 位，须包含字母和数字，不能太常见，也不能包含账号。密码由管理员设置或重置时，登录后须先设置自己的密码，再重新登录。',
      en_US:
        'A password must have 6 to 16 characters with letters and numbers, must not be too common and must not contain the account. If a manager set or reset your password, you must choose your own after logging in, then log in again.',
    },
    {
      zh_CN: '账号被停用时无法登录，请联系仓库管理员。从合作系统点链接进入时，链接只能使用一次。',
      en_US:
        'A disabled account can’t log in; contact your warehouse manager. A login link from a partner system works only once.',
    },
    {
      zh_CN: '点击右上角的账号名称，可以打开个人信息或退出登录。下班或换人使用同一台电脑时，请退出登录。',
      en_US:
        'Click your account name at the top right to open Personal information or log out. Log out when you finish work or when someone else uses the computer.',
    },
  ],
}

export const staffGuide: readonly GuideSection[] = [
  {
    id: 'staff',
    paths: ['/setting/account'],
    title: staffText.staffTitle,
    paragraphs: [
      {
        zh_CN:
          '列出本仓库的员工账号。可按账号、姓名、电话或邮箱搜索，按状态和角色筛选；点击表头的登录账号、姓名、最近登录或创建时间可以排序。筛选条件保存在网址里，把网址发给同事，对方看到同样的列表。',
        en_US:
          'Lists this warehouse’s staff accounts. Search by account, name, phone or email; filter by status and role; click the headers Login account, Name, Last login or Created to sort. Filters are part of the page address: share the link and colleagues see the same list.',
      },
      {
        zh_CN:
          '“邀请员工”（快捷键 n）按邮箱发送链接，对方自己设置密码，链接 7 天内有效；邮件没有收到时，可以在资料里复制链接，或重新邀请。“创建账号”用于没有邮箱的同事：由您给出初始密码（可随机生成），密码只显示一次，对方首次登录时须改成自己的密码。',
        en_US:
          '“Invite” (shortcut n) sends a link by email; your colleague sets their own password. The link is valid for 7 days. If the email doesn’t arrive, copy the link from their details or invite them again. “Create account” is for colleagues without email: you give them an initial password (the page can generate one). It is shown once, and they must change it at first login.',
      },
      {
        zh_CN: '点击一行，右侧打开该员工的资料，以及当前登录的设备、IP 地址和最近活动时间。',
        en_US:
          'Click a row to open the person’s details on the right, with the devices they are logged in on, IP addresses and last activity.',
      },
      {
        zh_CN:
          '在资料里可以编辑姓名、电话、邮箱和角色，重置密码，结束某一台或全部设备上的登录，启用或停用账号。对方拥有您没有的权限时不能操作其账号，也不能授予自己没有的权限；不能修改自己的角色。技术支持账号由系统管理员管理，到期自动失效。',
        en_US:
          'In the details you can edit name, phone, email and roles, reset the password, end sessions on one or all devices, and enable or disable the account. You can’t change the account of someone who has permissions you don’t have, grant permissions you don’t have, or change your own roles. Support accounts are managed by the system administrator and expire automatically.',
      },
      {
        zh_CN:
          '有编辑权限时，可以勾选多行后启用或停用账号。停用立即生效：对方的登录会结束，也不能再次登录。不能停用自己的账号。如有账号未能处理，结果面板会逐个说明原因。',
        en_US:
          'With edit permission, you can select several rows and enable or disable the accounts. Disabling takes effect immediately: their sessions end and they can’t log in again. You can’t disable your own account. Accounts that could not be changed are listed with the reason.',
      },
    ],
  },
  {
    id: 'roles',
    title: staffText.rolesView,
    paragraphs: [
      {
        zh_CN:
          '员工账号页面的“角色与权限”视图列出全部角色和使用人数。“全部角色一览”按权限范围比较各角色：● 全部，◐ 部分，○ 仅查看，空白为无。点击角色名称查看每一项权限。',
        en_US:
          'The “Roles and permissions” view of the staff page lists all roles and how many people have them. “All roles at a glance” compares roles by area: ● full, ◐ partial, ○ view only, blank none. Click a role to see each permission.',
      },
      {
        zh_CN:
          '九个默认角色的权限随产品更新，不能修改；点击“复制为自有角色”后可自由调整，也可以“新建角色”（快捷键 n）。勾选操作权限时会一并勾选所需的查看权限。自己没有的权限不能勾选。',
        en_US:
          'The nine default roles are updated with the product and can’t be changed. Click “Copy as custom role” to adjust one freely, or create a “New role” (shortcut n). Selecting an action permission also selects the view permission it needs. You can’t select permissions you don’t have yourself.',
      },
      {
        zh_CN:
          '保存后，使用该角色的员工下一次操作即按新权限执行，无需重新登录；菜单在刷新页面后更新。还有员工使用的角色不能删除。',
        en_US:
          'After saving, people with this role have the new permissions from their next action, without logging in again; their menu updates when they reload the page. A role that is still assigned can’t be deleted.',
      },
      {
        zh_CN:
          '“超过此金额须第二人确认”适用于退款和手工费用，每个角色单独设置，默认角色也可以设置；留空表示不限制。编辑角色需要“编辑角色”权限，默认只有负责人拥有。',
        en_US:
          '“Second person required above” applies to refunds and manual fees. It is set per role, including default roles; leave it empty for no limit. Changing roles requires the “Edit roles” permission, which only the owner has by default.',
      },
    ],
  },
  {
    id: 'person',
    paths: ['/personInfo'],
    title: staffText.personTitle,
    paragraphs: [
      {
        zh_CN:
          '在这里修改自己的姓名、电话和邮箱，按“保存”或 Ctrl+S（Mac 为 ⌘S）。填写有误的字段会在下方说明原因。',
        en_US:
          'Change your name, phone and email here, then click “Save” or press Ctrl+S (⌘S on a Mac). If a field is invalid, the reason is shown below it.',
      },
      {
        zh_CN: '未保存的修改会留在本机的浏览器里：标签页上出现圆点，关闭后再打开，修改仍在。',
        en_US:
          'Unsaved changes are kept in this browser: the tab shows a dot, and the changes are still there when you close and reopen it.',
      },
      {
        zh_CN: '如果同一资料已在别处被修改，保存会被拒绝；请刷新后再改一次。',
        en_US:
          'If your profile was changed elsewhere in the meantime, saving is refused. Refresh and make your change again.',
      },
      {
        zh_CN:
          '修改密码需要输入原密码和两次新密码，输入时会显示是否符合要求。修改后，您会在所有设备上退出登录，需用新密码重新登录。',
        en_US:
          'To change your password, enter the old password and the new one twice; the page shows whether it meets the requirements. You are then logged out on all devices and must log in with the new password.',
      },
      {
        zh_CN:
          '“登录设备”列出您当前登录的浏览器，标出本设备；不认识的可以逐个结束，也可以一次结束其他全部登录。',
        en_US:
          '“Active sessions” lists the browsers you are logged in on and marks this device. End a session you don’t recognize, or end all others at once.',
      },
      {
        zh_CN:
          '偏好设置中可以切换界面语言、时区、浅色或深色外观，开启或关闭单键快捷键，以及开启、关闭和试听提示音、调节音量。打开语音播报后，扫描作业时设备会念出下一步。提示音也可以在右上角的用户菜单里开关。',
        en_US:
          'Under Preferences you can change the language, time zone and light or dark appearance, turn single-key shortcuts on or off, and turn sounds on or off, test them and adjust the volume. With voice prompts on, the device reads out the next step while you scan. You can also turn sounds on or off in the user menu at the top right.',
      },
    ],
  },
  {
    id: 'audit-log',
    paths: ['/setting/audit'],
    title: auditText.title,
    paragraphs: [
      {
        zh_CN:
          '记录谁在什么时间、从哪个 IP 地址修改了什么。可按单号或名称的开头、操作人的开头、对象、操作和日期筛选；日期按您所选的时区计算。日志只能追加，任何人都不能修改；保留 24 个月，之后由系统在夜间删除。',
        en_US:
          'Shows who changed what, when and from which IP address. Filter by the beginning of a number or name, the beginning of a user’s account, object, action and date; dates use your time zone. The log is append-only and no one can change it. Entries are kept for 24 months, then deleted at night.',
      },
      {
        zh_CN: '点击一行，右侧显示每个字段修改前后的内容，并可查看同一对象的全部日志。',
        en_US:
          'Click a row to see each field before and after the change on the right, and to view all entries for the same object.',
      },
      {
        zh_CN:
          '有导出权限时，“更多”中的导出（快捷键 e）按当前筛选条件和显示的列生成 Excel 或 CSV 文件，完成后自动下载，也可以在任务列表中再次下载。系统管理员的操作（如技术支持授权）也记录在这里。',
        en_US:
          'With export permission, “More” > Export (shortcut e) creates an Excel or CSV file with the current filters and columns. It downloads automatically and stays available under Tasks. Actions of the system administrator, such as granting support access, are also recorded here.',
      },
    ],
  },
]
