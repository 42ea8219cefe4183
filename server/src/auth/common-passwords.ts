const words = `
12345678 123456789 1234567890 0123456789 87654321 11223344 123123123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 zaq12wsx
abc12345 abcd1234 abcdefgh access123 admin123 admin1234 administrator asdfghjkl asdf1234 baseball bangladesh
changeme computer1 dealer123 default1 dragon123 football football1 football123 hello123 helloworld iloveyou iloveyou1
internet jennifer letmein1 letmein123 liverpool manager1 manager123 master123 michael1 michelle monkey123 mustang1
p@ssw0rd passw0rd password password! password1 password12 password123 pakistan pitlane1 pitlane123 princess princess1
qwer1234 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop rahman123 secret123 service1 service123 starwars sunshine
sunshine1 superman superman1 superadmin test1234 testtest trustno1 welcome1 welcome12 welcome123 whatever zxcvbnm1
zxcvbnm123 user1234 login123 india123 dhaka123 dhaka1234 chittagong toyota123 honda123 yamaha123 suzuki123
`;

/** Passwords that everybody tries first, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
