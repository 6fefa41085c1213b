import { Progress, Tag, Typography } from 'antd'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { Answered } from '../../platform/ui/web/QueryBoundary.tsx'
import { myFriends } from '../contract.ts'
import { friendsText } from '../friends-text.ts'
import { invitationFaultText, invitationText } from '../states.ts'

const tagColor = { registered: 'default', rewarded: 'success', rejected: 'default' } as const

/** The invite-friends programme: the company's code and link, and who came by them. */
export function FriendsCard() {
  const t = useText()
  return (
    <Answered answer={useAnswer(myFriends, {})}>
      {({ inviteCode, earnedDays, mostDays, friends }) => (
        <>
          <p>{t(friendsText.how, { most: mostDays })}</p>
          <Progress
            percent={Math.round((earnedDays / mostDays) * 100)}
            showInfo={false}
            aria-label={t(friendsText.title)}
          />
          <p>{t(friendsText.earned, { earned: earnedDays, most: mostDays })}</p>
          <dl>
            <dt>{t(friendsText.code)}</dt>
            <dd>
              <Typography.Text copyable>{inviteCode}</Typography.Text>
            </dd>
            <dt>{t(friendsText.link)}</dt>
            <dd>
              <Typography.Text copyable>{`${location.origin}/register?invite=${inviteCode}`}</Typography.Text>
            </dd>
          </dl>
          {friends.length > 0 ? (
            <ul className="friends" aria-label={t(friendsText.friends)}>
              {friends.map(({ id, companyName, status, fault }) => (
                <li key={id}>
                  {companyName} <Tag color={tagColor[status]}>{t(invitationText[status])}</Tag>
                  {fault && <span className="hint">{t(invitationFaultText[fault])}</span>}
                </li>
              ))}
            </ul>
          ) : (
            <p className="hint friends">{t(friendsText.none)}</p>
          )}
        </>
      )}
    </Answered>
  )
}
