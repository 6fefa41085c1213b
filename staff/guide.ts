import type { GuideSection } from '../lib/guide.ts'
import { staffText } from './text.ts'

export const gettingInGuide: GuideSection = {
  id: 'getting-in',
  paths: ['/login'],
  title: { zh_CN: '登录与退出', en_US: 'Getting in and out' },
  paragraphs: [
    {
      zh_CN: '在登录页输入账号和密码，按 Enter 登录。账号不区分大小写。登录后会回到您原来要打开的页面。',
      en_US:
        'Enter your account and password on the log-in page and press Enter. Capitals make no difference in the account. You come back to the page you wanted to open.',
    },
    {
      zh_CN: '账号或密码错误时，系统不会指出是哪一项错误。连续多次失败后，需要等待提示的分钟数再试。',
      en_US:
        'When account or password is wrong, the system does not say which. After many failures you must wait the number of minutes it names.',
    },
    {
      zh_CN: '账号被停用时无法登录，请联系仓库管理员。从合作系统点链接进入时，链接只能使用一次。',
      en_US:
        'A disabled account cannot log in: ask your warehouse manager. A link from a partner system that logs you in works once only.',
    },
    {
      zh_CN: '点击右上角的账号名称，可以打开个人信息或退出登录。下班或换人使用同一台电脑时，请退出登录。',
      en_US:
        'Your account name at the top right opens personal information and log out. Log out when you leave or when a colleague takes over the computer.',
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
          '列出本仓库的员工账号。可按账号、姓名、电话或邮箱搜索，按状态筛选；点击表头的登录账号、姓名、最近登录或创建时间可以排序。筛选条件保存在网址里，把网址发给同事，对方看到同样的列表。',
        en_US:
          'Lists the staff accounts of this warehouse. Search by account, name, phone or e-mail, filter by status, and sort by the heads of login account, name, last login or created. The filters stand in the address: send it to a colleague and they see the same list.',
      },
      {
        zh_CN: '点击一行，右侧打开该员工的资料，以及当前登录的设备、IP 地址和最近活动时间。',
        en_US:
          'Click a line to open that person on the right, with the devices they are signed in on, their addresses and when they were last active.',
      },
      {
        zh_CN:
          '有编辑权限时，可以勾选多行后启用或停用账号。停用立即生效：对方的登录会结束，也不能再次登录。不能停用自己的账号。如有账号未能处理，结果面板会逐个说明原因。',
        en_US:
          'With the right to edit, tick several lines and enable or disable them. Disabling works at once: their sessions end and they cannot log in again. You cannot disable yourself. Accounts that could not be changed are listed with the reason.',
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
          'Change your own name, phone and e-mail here and press Save or Ctrl+S (⌘S on a Mac). A field that is not right says why underneath.',
      },
      {
        zh_CN: '未保存的修改会留在本机的浏览器里：标签页上出现圆点，关闭后再打开，修改仍在。',
        en_US:
          'Unsaved changes stay in this browser: the tab shows a dot, and when you close and reopen it they are still there.',
      },
      {
        zh_CN: '如果同一资料已在别处被修改，保存会被拒绝；请刷新后再改一次。',
        en_US:
          'If the profile was changed elsewhere meanwhile, saving is refused; refresh and change it again.',
      },
      {
        zh_CN: '偏好设置中可以切换界面语言、时区、浅色或深色外观，以及开启或关闭单键快捷键。',
        en_US:
          'Under preferences you switch language, time zone, light or dark theme, and single-key shortcuts.',
      },
    ],
  },
]
