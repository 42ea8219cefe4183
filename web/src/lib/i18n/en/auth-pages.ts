export const authPages = {
  register: {
    title: 'Create your account',
    onlyInvited:
      'Only people who are invited to {dealer} get a code. Use the email address of your invitation, or <ask>ask for an invitation</ask>.',
    invited: 'You are invited to {dealer}',
    name: 'Name',
    confirmPassword: 'Confirm Password',
    picture: 'Display Picture',
    submit: 'Create Account',
    hasAccount: 'Already have an account?',
    logIn: 'Log In',
    failed: 'Registration Failed',
    created: 'Account created. Log in to continue.',
  },
  verify: {
    title: 'Verify your email',
    sent: 'If {email} can register here, we sent it a code. It expires in 10 minutes.',
    written: 'If {email} can register here, we wrote an email with a code. It expires in 10 minutes.',
    why: 'Enter the code from the email within 10 minutes.',
    code: 'Verification code',
    submit: 'Verify',
    resend: 'resend Code',
    resent: 'If this email is waiting to be verified, we sent a new code',
    rewritten: 'If this email is waiting to be verified, we wrote an email with a new code',
    verified: 'Email verified. Log in with your password.',
    noEmail: 'No email? Ask your super admin whether you are invited.',
  },
  forgot: {
    title: 'Forgot your password?',
    submit: 'Send Link',
    goBack: 'Go Back',
    sentTitle: 'Check your email',
    sentWhy:
      'If an account was found for {email}, an email has been sent. The link in it works once and expires in 30 minutes.',
    resend: 'Resend Email',
    backToLogin: 'Go Back Login',
    emailSent: 'Email Sent',
    notFound: 'No Employee Found',
  },
  reset: {
    title: 'Recover Password',
    why: 'Choose a new password for {email}.',
    newPassword: 'New Password',
    submit: 'Set New Password',
    done: 'Password changed. Log in to continue.',
  },
  linkGone: {
    resetTitle: 'This link has expired',
    resetWhy:
      'A reset link works once, for 30 minutes, and a newer link replaces it. Request a new one to continue.',
    requestReset: 'Request a new link',
    invitationTitle: 'This invitation has expired',
    invitationWhy:
      'An invitation works once, for 7 days. If you already have an account, log in. Otherwise, have the invitation sent again.',
    requestInvitation: 'Send it again',
    askTitle: 'Ask for an invitation',
    askWhy:
      'Enter your work email. If an invitation is waiting for it, you get it again. Nobody has invited you yet? Ask your super admin.',
    ask: 'Ask for an invitation',
    notInvited: 'If it does not arrive, nobody has invited you yet. Ask your super admin.',
    requested: 'If {email} has a pending invitation, we sent a new email.',
    written: 'If {email} has a pending invitation, we wrote a new email.',
    expired:
      'If it does not arrive, the invitation has expired or was withdrawn. Ask your super admin for a new one.',
  },
};
