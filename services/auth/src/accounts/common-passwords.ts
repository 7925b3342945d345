/** Passwords of six characters and more that lead every public list of leaked ones, folded. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 012345 0123456 01234567 012345678 0123456789 987654 9876543 98765432 987654321 9876543210 654321 7654321
  123123 123321 112233 121212 131313 159753 147258 147258369 123654 123987 102030 101010 123abc 123qwe 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 qazwsx
  qwerty qwerty1 qwerty12 qwerty123 qwertyui qwertyuiop qwer1234 qweasd qweasdzxc asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm zaq12wsx azerty azertyuiop
  password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 passwort motdepasse contrasena contraseña senha123 senha1234 minhasenha
  abc123 abcd1234 abcdef abcdefg abcdefgh a123456 a12345678 a123456789 aa123456 abc12345 abc123456 iloveyou iloveyou1 teamo123 tequiero teamomucho amorzinho
  admin123 admin1234 admin12345 administrator administrador root123 toor123 letmein letmein1 welcome welcome1 welcome123 bemvindo bienvenido changeme changeit
  change123 default default1 secret secret1 secret123 guest123 guest1234 test123 test1234 test12345 testing testtest user123 user1234 login123 master master123
  monkey monkey1 dragon dragon1 shadow sunshine princess princesa football futebol baseball basketball superman batman pokemon starwars michael michelle jessica
  jordan23 jennifer charlie daniel andrew matthew joshua thomas hunter hunter2 soccer hockey ranger buster killer george pepper maggie ginger summer winter spring
  autumn whatever freedom trustno1 mustang access access14 flower hello123 hello1 hellohello cheese computer internet samsung google facebook linkedin twitter
  corinthians flamengo palmeiras saopaulo brasil brasil123 brazil123 barcelona realmadrid liverpool chelsea arsenal mexico argentina espana portugal
  q1w2e3 q1w2e3r4 q1w2e3r4t5 zxc123 zxcasd asd123 asdasd qweqwe zxczxc 111222 222333 11223344 1122334455 12341234 12344321 123454321 123456a 123456q 123456abc
  1234qwer 1234abcd 123456789a 123456789q a1b2c3 a1b2c3d4 blink182 nirvana metallica slipknot lovely lovelove loveme babygirl babygurl angel1 angels jesus1 jesuscristo
  deusefiel familia gabriel rafael carlos fernando eduardo rodrigo mariana juliana amanda camila vitoria isabella estrella chocolate hola1234 usuario tessera tessera1
  tessera123 workspace company123 empresa123 office365 windows microsoft outlook gmail123 yahoo123 qwerty1234 qwerty12345 qwerty123456 passpass password! password1! p4ssw0rd`.split(
    /\s+/,
  ),
);
