-- The legal texts in the other languages that every installation offers.

insert into legal_texts (kind, language, version, html) values
('terms', 'de', 1, $html$<h2>Was dieser Dienst tut</h2>
<p>Diese Website zeigt Menschen und Betriebe, die Termine vergeben, und lässt Sie einen Termin bei ihnen buchen. Der Termin selbst ist eine Vereinbarung zwischen Ihnen und dem Betrieb, bei dem Sie buchen; wer diese Website betreibt, ist daran nicht beteiligt.</p>
<h2>Einen Termin buchen</h2>
<ul>
<li>Eine gewählte Zeit wird kurz für Sie freigehalten. Sie gehört Ihnen, sobald Sie sie über den Link in der E-Mail bestätigen, die wir Ihnen schicken.</li>
<li>Geben Sie eine E-Mail-Adresse und eine Telefonnummer an, unter denen Sie erreichbar sind. Buchen Sie nicht im Namen anderer ohne deren Einverständnis.</li>
<li>Wenn Sie nicht kommen können, sagen Sie über denselben Link so früh wie möglich ab. Für späte Absagen kann der Betrieb eigene Regeln haben; er teilt sie Ihnen mit.</li>
<li>Preise sind die Angaben des Betriebs, in Euro, wenn nichts anderes dabeisteht. Sie bezahlen den Betrieb, nicht diese Website.</li>
</ul>
<h2>Konten der Betriebe</h2>
<ul>
<li>Sie sind verantwortlich für das, was Sie veröffentlichen, und für das, was mit Ihrem Konto geschieht. Behalten Sie Ihr Passwort für sich.</li>
<li>Veröffentlichen Sie nur, was wahr ist und wozu Sie berechtigt sind, und halten Sie Öffnungszeiten und Preise aktuell.</li>
<li>Verwenden Sie die Kontaktdaten Ihrer Kundschaft nur für die vereinbarten Termine und für Nachrichten, denen sie zugestimmt hat.</li>
</ul>
<h2>Was nicht erlaubt ist</h2>
<p>Zeiten zu buchen, die Sie nicht wahrnehmen wollen, unverlangte Werbung zu versenden, die Website auf Kosten anderer maschinell auszulesen oder nach Daten zu greifen, die Ihnen nicht gehören. Wer das tut, kann ausgeschlossen werden.</p>
<h2>Verfügbarkeit und Haftung</h2>
<p>Wir betreiben den Dienst mit Sorgfalt, können aber nicht versprechen, dass er immer erreichbar und fehlerfrei ist. Wir haften nach dem Gesetz für Vorsatz und grobe Fahrlässigkeit sowie für Schäden an Leben, Körper und Gesundheit; darüber hinaus nur für die Verletzung von Pflichten, ohne die der Dienst keinen Sinn hätte.</p>
<h2>Änderungen</h2>
<p>Ändern sich diese Bedingungen, steht die neue Fassung hier, und wer ein Konto hat, wird beim Anmelden um Zustimmung gebeten.</p>$html$),
('privacy', 'de', 1, $html$<h2>Wer verantwortlich ist</h2>
<p>Diese Website wird von ihrem Betreiber geführt, der über ihre Einrichtung entscheidet. Der Betrieb, bei dem Sie buchen, ist verantwortlich für das, was er mit Ihrem Termin macht. Mit Fragen zu Ihren Daten können Sie sich an beide wenden.</p>
<h2>Was gespeichert wird, und wozu</h2>
<ul>
<li><strong>Wenn Sie buchen:</strong> Ihr Name, Ihre E-Mail-Adresse, Ihre Telefonnummer, falls angegeben, die Zeit, die Leistung und was Sie dazuschreiben. Das ist nötig, um die Zeit freizuhalten, Sie zu erreichen und zu erinnern.</li>
<li><strong>Wenn Sie ein Konto haben:</strong> Ihr Name, Ihre Anmeldeadresse, ein Hash Ihres Passworts (nie das Passwort selbst), Ihre Einstellungen und die Browser, in denen Sie angemeldet sind.</li>
<li><strong>Wenn Sie uns schreiben:</strong> Ihre Nachricht, und Name und Adresse, wenn Sie sie angeben.</li>
<li><strong>Wenn Sie die Website besuchen:</strong> technische Angaben wie die Netzwerkadresse und die Zeit einer Anfrage, damit Fehler und Missbrauch gefunden werden. Bei Bannern wird gezählt, wie oft sie geöffnet werden, nicht von wem.</li>
</ul>
<h2>Wer sie sieht</h2>
<p>Der Betrieb, bei dem Sie buchen, und, soweit es für den Betrieb der Website nötig ist, ihr Betreiber. Nichts wird verkauft. Nachrichten gehen an den Mail- oder SMS-Anbieter, der sie zustellt. Andere Besucher sehen nur, dass eine Zeit vergeben ist, nie an wen. Die Karte kann ihre Bilder von einem Kartendienst laden, der dabei Ihre Netzwerkadresse sieht.</p>
<h2>Wie lange</h2>
<p>Eine freigehaltene Zeit, die nicht bestätigt wird, wird nach kurzer Zeit gelöscht. Termine bleiben gespeichert, solange der Betrieb sie braucht oder das Gesetz es verlangt. Anmeldungen enden nach 24 Stunden, oder nach 30 Tagen, wenn Sie angemeldet bleiben wollten.</p>
<h2>Ihre Rechte</h2>
<p>Sie können Auskunft über Ihre Daten verlangen, sie berichtigen, löschen oder sich aushändigen lassen, ihrer Verwendung widersprechen und sich bei Ihrer Datenschutzbehörde beschweren.</p>$html$),
('cookies', 'de', 1, $html$<h2>Nur was nötig ist</h2>
<p>Diese Website setzt keine Cookies für Werbung oder Verfolgung. Sie verwendet diese:</p>
<ul>
<li><strong>Anmeldung:</strong> ein Zufallswert, der Sie angemeldet hält, bis der Browser geschlossen wird, oder 30 Tage lang, wenn Sie das gewählt haben.</li>
<li><strong>Sprache:</strong> die Sprache, die Sie gewählt haben.</li>
<li><strong>Hinweis:</strong> dass Sie den Cookie-Hinweis gelesen haben, für 365 Tage.</li>
</ul>
<p>Sie können Cookies jederzeit im Browser löschen; dann sind Sie abgemeldet und sehen den Hinweis wieder.</p>$html$),

('terms', 'fr', 1, $html$<h2>Ce que fait ce service</h2>
<p>Ce site présente des personnes et des entreprises qui reçoivent sur rendez-vous et vous permet d’en prendre un. Le rendez-vous lui-même est un accord entre vous et l’entreprise chez laquelle vous réservez ; l’exploitant de ce site n’y est pas partie.</p>
<h2>Prendre rendez-vous</h2>
<ul>
<li>Le créneau que vous choisissez vous est gardé un court moment. Il est à vous dès que vous le confirmez par le lien de l’e-mail que nous vous envoyons.</li>
<li>Indiquez une adresse e-mail et un numéro de téléphone où l’on peut vous joindre. Ne réservez pas au nom d’autrui sans son accord.</li>
<li>Si vous ne pouvez pas venir, annulez par le même lien, le plus tôt possible. L’entreprise peut avoir ses propres règles pour les annulations tardives ; elle vous les fera connaître.</li>
<li>Les prix sont ceux que l’entreprise indique, en euros sauf mention contraire. Vous payez l’entreprise, pas ce site.</li>
</ul>
<h2>Comptes des entreprises</h2>
<ul>
<li>Vous êtes responsable de ce que vous publiez et de ce qui est fait avec votre compte. Gardez votre mot de passe pour vous.</li>
<li>Ne publiez que ce qui est vrai et ce que vous avez le droit de publier, et tenez à jour vos horaires et vos prix.</li>
<li>N’utilisez les coordonnées de vos clients que pour leurs rendez-vous et pour les messages qu’ils ont acceptés.</li>
</ul>
<h2>Ce qui n’est pas permis</h2>
<p>Réserver des créneaux que vous ne comptez pas honorer, envoyer de la publicité non demandée, lire le site par des robots aux dépens des autres, ou chercher à atteindre des données qui ne sont pas les vôtres. Quiconque le fait peut être exclu.</p>
<h2>Disponibilité et responsabilité</h2>
<p>Nous exploitons ce service avec soin, mais ne pouvons promettre qu’il soit toujours accessible ou sans erreur. Nous répondons, comme la loi le prévoit, de la faute intentionnelle ou lourde et des atteintes à la vie, au corps et à la santé ; au-delà, seulement du manquement aux obligations sans lesquelles le service n’aurait pas de sens.</p>
<h2>Modifications</h2>
<p>Si ces conditions changent, la nouvelle version est affichée ici, et les titulaires d’un compte sont invités à l’accepter en se connectant.</p>$html$),
('privacy', 'fr', 1, $html$<h2>Qui est responsable</h2>
<p>Ce site est tenu par son exploitant, qui décide de son installation. L’entreprise chez laquelle vous réservez est responsable de ce qu’elle fait de votre rendez-vous. Adressez à l’un ou à l’autre toute question sur vos données.</p>
<h2>Ce qui est conservé, et pourquoi</h2>
<ul>
<li><strong>Quand vous réservez :</strong> votre nom, votre adresse e-mail, votre numéro de téléphone si vous le donnez, l’heure, la prestation et ce que vous écrivez. C’est nécessaire pour garder le créneau, vous joindre et vous le rappeler.</li>
<li><strong>Quand vous avez un compte :</strong> votre nom, votre identifiant, une empreinte de votre mot de passe (jamais le mot de passe lui-même), vos réglages et les navigateurs où vous êtes connecté.</li>
<li><strong>Quand vous nous écrivez :</strong> votre message, ainsi que votre nom et votre adresse si vous les laissez.</li>
<li><strong>Quand vous visitez le site :</strong> des données techniques comme l’adresse réseau et l’heure d’une requête, afin de trouver les pannes et les abus. On compte les ouvertures des bannières, pas qui les ouvre.</li>
</ul>
<h2>Qui les voit</h2>
<p>L’entreprise chez laquelle vous réservez et, dans la mesure nécessaire au fonctionnement du site, son exploitant. Rien n’est vendu. Les messages sont remis au prestataire d’e-mail ou de SMS qui les achemine. Les autres visiteurs voient seulement qu’un créneau est pris, jamais par qui. La carte peut charger ses images d’un service de cartes, qui voit alors votre adresse réseau.</p>
<h2>Combien de temps</h2>
<p>Un créneau gardé mais jamais confirmé est supprimé peu après. Les rendez-vous sont conservés aussi longtemps que l’entreprise en a besoin ou que la loi l’exige. Les connexions prennent fin après 24 heures, ou 30 jours si vous avez demandé à rester connecté.</p>
<h2>Vos droits</h2>
<p>Vous pouvez demander ce qui est conservé à votre sujet, le faire rectifier, effacer ou remettre, vous opposer à son utilisation et saisir votre autorité de protection des données.</p>$html$),
('cookies', 'fr', 1, $html$<h2>Seulement le nécessaire</h2>
<p>Ce site ne dépose aucun cookie de publicité ou de suivi. Il utilise ceux-ci :</p>
<ul>
<li><strong>Connexion :</strong> une valeur aléatoire qui vous garde connecté, jusqu’à la fermeture du navigateur ou, si vous l’avez demandé, pendant 30 jours.</li>
<li><strong>Langue :</strong> la langue que vous avez choisie.</li>
<li><strong>Avis :</strong> que vous avez lu l’avis sur les cookies, pendant 365 jours.</li>
</ul>
<p>Vous pouvez effacer les cookies dans votre navigateur à tout moment ; vous serez alors déconnecté et verrez de nouveau l’avis.</p>$html$),

('terms', 'es', 1, $html$<h2>Qué hace este servicio</h2>
<p>Este sitio muestra personas y empresas que atienden con cita y le permite reservar una. La cita en sí es un acuerdo entre usted y la empresa con la que reserva; quien gestiona este sitio no es parte de él.</p>
<h2>Reservar una cita</h2>
<ul>
<li>La hora que elige se le guarda durante un breve tiempo. Es suya en cuanto la confirma con el enlace del correo que le enviamos.</li>
<li>Indique una dirección de correo y un teléfono en los que se le pueda localizar. No reserve en nombre de otra persona sin su consentimiento.</li>
<li>Si no puede acudir, cancele con el mismo enlace lo antes posible. La empresa puede tener sus propias reglas para las cancelaciones tardías y se las comunicará.</li>
<li>Los precios son los que indica la empresa, en euros salvo que se diga otra cosa. Usted paga a la empresa, no a este sitio.</li>
</ul>
<h2>Cuentas de las empresas</h2>
<ul>
<li>Usted responde de lo que publica y de lo que se hace con su cuenta. No comparta su contraseña.</li>
<li>Publique solo lo que es cierto y tiene derecho a publicar, y mantenga al día su horario y sus precios.</li>
<li>Use los datos de contacto de sus clientes solo para sus citas y para los mensajes que hayan aceptado.</li>
</ul>
<h2>Qué no está permitido</h2>
<p>Reservar horas que no piensa utilizar, enviar publicidad no solicitada, leer el sitio con programas a costa de los demás o intentar llegar a datos ajenos. Quien lo haga puede ser excluido.</p>
<h2>Disponibilidad y responsabilidad</h2>
<p>Gestionamos el servicio con cuidado, pero no podemos prometer que esté siempre accesible o libre de errores. Respondemos, como establece la ley, del dolo y de la negligencia grave y de los daños a la vida, al cuerpo y a la salud; fuera de eso, solo del incumplimiento de los deberes sin los cuales el servicio no tendría sentido.</p>
<h2>Cambios</h2>
<p>Si estas condiciones cambian, la nueva versión se muestra aquí, y a quienes tienen cuenta se les pide que la acepten al iniciar sesión.</p>$html$),
('privacy', 'es', 1, $html$<h2>Quién es responsable</h2>
<p>De este sitio se ocupa quien lo gestiona, que decide cómo está configurado. La empresa con la que reserva es responsable de lo que hace con su cita. Puede dirigirse a cualquiera de los dos con preguntas sobre sus datos.</p>
<h2>Qué se guarda y para qué</h2>
<ul>
<li><strong>Cuando reserva:</strong> su nombre, su correo, su teléfono si lo da, la hora, el servicio y lo que escriba. Es necesario para guardarle la hora, localizarle y recordársela.</li>
<li><strong>Cuando tiene una cuenta:</strong> su nombre, su dirección de acceso, un resumen cifrado de su contraseña (nunca la contraseña misma), sus ajustes y los navegadores en los que ha iniciado sesión.</li>
<li><strong>Cuando nos escribe:</strong> su mensaje, y su nombre y dirección si los deja.</li>
<li><strong>Cuando visita el sitio:</strong> datos técnicos como la dirección de red y la hora de una petición, para encontrar fallos y abusos. De los anuncios se cuenta cuántas veces se abren, no quién lo hace.</li>
</ul>
<h2>Quién los ve</h2>
<p>La empresa con la que reserva y, en lo necesario para que el sitio funcione, quien lo gestiona. No se vende nada. Los mensajes se entregan al proveedor de correo o de SMS que los reparte. Los demás visitantes solo ven que una hora está ocupada, nunca por quién. El mapa puede cargar sus imágenes de un servicio de mapas, que entonces ve su dirección de red.</p>
<h2>Cuánto tiempo</h2>
<p>Una hora guardada que no se confirma se borra poco después. Las citas se conservan mientras la empresa las necesite o lo exija la ley. Las sesiones terminan a las 24 horas, o a los 30 días si pidió que se le recordara.</p>
<h2>Sus derechos</h2>
<p>Puede pedir qué se guarda sobre usted, que se corrija, se borre o se le entregue, oponerse a su uso y reclamar ante su autoridad de protección de datos.</p>$html$),
('cookies', 'es', 1, $html$<h2>Solo lo necesario</h2>
<p>Este sitio no usa cookies de publicidad ni de seguimiento. Usa estas:</p>
<ul>
<li><strong>Sesión:</strong> un valor aleatorio que mantiene su sesión hasta que se cierra el navegador o, si lo pidió, durante 30 días.</li>
<li><strong>Idioma:</strong> el idioma que ha elegido.</li>
<li><strong>Aviso:</strong> que ha leído el aviso sobre cookies, durante 365 días.</li>
</ul>
<p>Puede borrar las cookies en su navegador cuando quiera; entonces se cerrará su sesión y verá el aviso de nuevo.</p>$html$),

('terms', 'lv', 1, $html$<h2>Ko šis pakalpojums dara</h2>
<p>Šī vietne parāda cilvēkus un uzņēmumus, kas pieņem pēc pieraksta, un ļauj jums pie tiem pierakstīties. Pats pieraksts ir vienošanās starp jums un uzņēmumu, pie kura pierakstāties; vietnes uzturētājs nav tās dalībnieks.</p>
<h2>Pierakstīšanās</h2>
<ul>
<li>Izvēlētais laiks jums tiek paturēts neilgu brīdi. Tas ir jūsu, kad to apstiprināt ar saiti e-pasta vēstulē, ko jums nosūtām.</li>
<li>Norādiet e-pasta adresi un tālruņa numuru, pa kuru jūs var sasniegt. Nepierakstieties cita vārdā bez viņa piekrišanas.</li>
<li>Ja nevarat ierasties, atceliet pierakstu ar to pašu saiti, cik agri vien iespējams. Uzņēmumam var būt savi noteikumi par vēlu atcelšanu, un tas jums tos paziņos.</li>
<li>Cenas ir uzņēmuma norādītās, eiro, ja nav teikts citādi. Jūs maksājat uzņēmumam, nevis šai vietnei.</li>
</ul>
<h2>Uzņēmumu konti</h2>
<ul>
<li>Jūs atbildat par to, ko publicējat, un par to, kas tiek darīts ar jūsu kontu. Neizpaudiet savu paroli.</li>
<li>Publicējiet tikai to, kas ir patiess un ko drīkstat publicēt, un uzturiet aktuālu darba laiku un cenas.</li>
<li>Klientu kontaktinformāciju izmantojiet tikai viņu pierakstiem un ziņām, kurām viņi ir piekrituši.</li>
</ul>
<h2>Kas nav atļauts</h2>
<p>Pieteikt laikus, kurus nedomājat izmantot, sūtīt nepieprasītu reklāmu, automātiski nolasīt vietni uz citu rēķina vai mēģināt piekļūt datiem, kas nav jūsu. Tam, kurš tā dara, piekļuvi var liegt.</p>
<h2>Pieejamība un atbildība</h2>
<p>Mēs pakalpojumu uzturam rūpīgi, bet nevaram solīt, ka tas vienmēr būs pieejams un bez kļūdām. Mēs atbildam, kā to nosaka likums, par ļaunu nolūku un rupju neuzmanību un par kaitējumu dzīvībai, ķermenim un veselībai; citos gadījumos tikai par to pienākumu neizpildi, bez kuriem pakalpojumam nebūtu jēgas.</p>
<h2>Izmaiņas</h2>
<p>Ja šie noteikumi mainās, jaunā redakcija ir redzama šeit, un kontu īpašniekus lūdz tai piekrist, kad viņi pierakstās sistēmā.</p>$html$),
('privacy', 'lv', 1, $html$<h2>Kas ir atbildīgs</h2>
<p>Šo vietni uztur tās uzturētājs, kurš nosaka, kā tā ir iekārtota. Uzņēmums, pie kura pierakstāties, atbild par to, ko tas dara ar jūsu pierakstu. Ar jautājumiem par saviem datiem varat vērsties pie jebkura no tiem.</p>
<h2>Kas tiek glabāts un kāpēc</h2>
<ul>
<li><strong>Kad pierakstāties:</strong> jūsu vārds, e-pasta adrese, tālruņa numurs, ja to norādāt, laiks, pakalpojums un tas, ko uzrakstāt. Tas vajadzīgs, lai paturētu laiku, jūs sasniegtu un jums atgādinātu.</li>
<li><strong>Kad jums ir konts:</strong> jūsu vārds, lietotāja adrese, paroles jaucējvērtība (nekad pati parole), jūsu iestatījumi un pārlūki, kuros esat iegājis.</li>
<li><strong>Kad mums rakstāt:</strong> jūsu ziņa, kā arī vārds un adrese, ja tos atstājat.</li>
<li><strong>Kad apmeklējat vietni:</strong> tehniski ieraksti, piemēram, tīkla adrese un pieprasījuma laiks, lai atrastu kļūmes un ļaunprātīgu izmantošanu. Reklāmkarogiem tiek skaitīti apmeklējumi, nevis apmeklētāji.</li>
</ul>
<h2>Kas to redz</h2>
<p>Uzņēmums, pie kura pierakstāties, un, ciktāl tas vajadzīgs vietnes darbībai, tās uzturētājs. Nekas netiek pārdots. Ziņas tiek nodotas e-pasta vai SMS pakalpojuma sniedzējam, kas tās piegādā. Citi apmeklētāji redz tikai to, ka laiks ir aizņemts, nekad ne to, kas to aizņēmis. Karte var ielādēt attēlus no karšu pakalpojuma, kas tad redz jūsu tīkla adresi.</p>
<h2>Cik ilgi</h2>
<p>Paturēts, bet neapstiprināts laiks drīz tiek dzēsts. Pieraksti tiek glabāti tik ilgi, cik uzņēmumam tie vajadzīgi vai to prasa likums. Sesijas beidzas pēc 24 stundām vai pēc 30 dienām, ja lūdzāt jūs atcerēties.</p>
<h2>Jūsu tiesības</h2>
<p>Jūs varat uzzināt, kas par jums tiek glabāts, lūgt to labot, dzēst vai izsniegt, iebilst pret tā izmantošanu un sūdzēties datu aizsardzības iestādē.</p>$html$),
('cookies', 'lv', 1, $html$<h2>Tikai nepieciešamais</h2>
<p>Šī vietne neizmanto reklāmas vai izsekošanas sīkdatnes. Tā izmanto šīs:</p>
<ul>
<li><strong>Sesija:</strong> nejauša vērtība, kas uztur jūsu sesiju, līdz aizverat pārlūku vai, ja to lūdzāt, 30 dienas.</li>
<li><strong>Valoda:</strong> jūsu izvēlētā valoda.</li>
<li><strong>Paziņojums:</strong> ka esat izlasījis paziņojumu par sīkdatnēm, 365 dienas.</li>
</ul>
<p>Sīkdatnes savā pārlūkā varat dzēst jebkurā laikā; tad sesija beigsies un paziņojumu redzēsiet vēlreiz.</p>$html$),

('terms', 'lt', 1, $html$<h2>Ką ši paslauga daro</h2>
<p>Ši svetainė rodo žmones ir įmones, kurie priima iš anksto užsiregistravus, ir leidžia jums užsiregistruoti. Pats vizitas yra susitarimas tarp jūsų ir įmonės, pas kurią registruojatės; svetainės valdytojas nėra jo šalis.</p>
<h2>Registracija vizitui</h2>
<ul>
<li>Pasirinktas laikas trumpai palaikomas jums. Jis tampa jūsų, kai jį patvirtinate nuoroda el. laiške, kurį jums išsiunčiame.</li>
<li>Nurodykite el. pašto adresą ir telefono numerį, kuriais galima su jumis susisiekti. Neregistruokite kito asmens be jo sutikimo.</li>
<li>Jei negalite atvykti, atšaukite ta pačia nuoroda kuo anksčiau. Įmonė gali turėti savo vėlyvo atšaukimo taisykles ir jums jas praneš.</li>
<li>Kainos yra tokios, kokias nurodo įmonė, eurais, jei nepasakyta kitaip. Mokate įmonei, ne šiai svetainei.</li>
</ul>
<h2>Įmonių paskyros</h2>
<ul>
<li>Jūs atsakote už tai, ką skelbiate, ir už tai, kas daroma su jūsų paskyra. Savo slaptažodį laikykite paslaptyje.</li>
<li>Skelbkite tik tai, kas teisinga ir ką turite teisę skelbti, ir nuolat atnaujinkite darbo laiką bei kainas.</li>
<li>Klientų kontaktinius duomenis naudokite tik jų vizitams ir žinutėms, su kuriomis jie sutiko.</li>
</ul>
<h2>Kas neleidžiama</h2>
<p>Registruotis laikams, kuriais neketinate pasinaudoti, siųsti neprašytą reklamą, automatiškai skaityti svetainę kitų sąskaita ar bandyti pasiekti ne savo duomenis. Taip elgiantis prieiga gali būti užblokuota.</p>
<h2>Prieinamumas ir atsakomybė</h2>
<p>Paslaugą prižiūrime rūpestingai, bet negalime pažadėti, kad ji visada bus pasiekiama ir be klaidų. Kaip numato įstatymas, atsakome už tyčią ir didelį neatsargumą bei už žalą gyvybei, kūnui ir sveikatai; kitais atvejais tik už pareigų, be kurių paslauga netektų prasmės, nevykdymą.</p>
<h2>Pakeitimai</h2>
<p>Jei šios sąlygos pasikeičia, nauja redakcija skelbiama čia, o paskyrų turėtojų prašoma su ja sutikti prisijungiant.</p>$html$),
('privacy', 'lt', 1, $html$<h2>Kas atsakingas</h2>
<p>Šią svetainę prižiūri jos valdytojas, kuris sprendžia, kaip ji sutvarkyta. Įmonė, pas kurią registruojatės, atsako už tai, ką daro su jūsų vizito duomenimis. Dėl savo duomenų galite kreiptis į bet kurį iš jų.</p>
<h2>Kas saugoma ir kodėl</h2>
<ul>
<li><strong>Kai registruojatės vizitui:</strong> jūsų vardas, el. pašto adresas, telefono numeris, jei jį nurodote, laikas, paslauga ir tai, ką parašote. To reikia laikui palaikyti, su jumis susisiekti ir jums priminti.</li>
<li><strong>Kai turite paskyrą:</strong> jūsų vardas, prisijungimo adresas, slaptažodžio maišos reikšmė (niekada pats slaptažodis), jūsų nuostatos ir naršyklės, kuriose esate prisijungę.</li>
<li><strong>Kai mums rašote:</strong> jūsų žinutė, taip pat vardas ir adresas, jei juos paliekate.</li>
<li><strong>Kai lankotės svetainėje:</strong> techniniai įrašai, pavyzdžiui, tinklo adresas ir užklausos laikas, kad būtų galima rasti gedimus ir piktnaudžiavimą. Skaičiuojama, kiek kartų atverti reklaminiai skydeliai, o ne kas juos atvėrė.</li>
</ul>
<h2>Kas juos mato</h2>
<p>Įmonė, pas kurią registruojatės, ir, kiek to reikia svetainei veikti, jos valdytojas. Niekas neparduodama. Žinutės perduodamos jas pristatančiam el. pašto arba SMS paslaugų teikėjui. Kiti lankytojai mato tik tai, kad laikas užimtas, bet ne kieno. Žemėlapis gali įkelti vaizdus iš žemėlapių paslaugos, kuri tada mato jūsų tinklo adresą.</p>
<h2>Kiek laiko</h2>
<p>Palaikytas, bet nepatvirtintas laikas netrukus ištrinamas. Vizitai saugomi tiek, kiek jų reikia įmonei arba kiek reikalauja įstatymas. Prisijungimas baigiasi po 24 valandų arba po 30 dienų, jei prašėte jus prisiminti.</p>
<h2>Jūsų teisės</h2>
<p>Galite sužinoti, kas apie jus saugoma, prašyti tai ištaisyti, ištrinti ar jums perduoti, nesutikti su naudojimu ir pateikti skundą duomenų apsaugos institucijai.</p>$html$),
('cookies', 'lt', 1, $html$<h2>Tik tai, kas būtina</h2>
<p>Ši svetainė nenaudoja reklamos ar sekimo slapukų. Ji naudoja šiuos:</p>
<ul>
<li><strong>Prisijungimas:</strong> atsitiktinė reikšmė, dėl kurios liekate prisijungę, kol uždarysite naršyklę arba, jei to prašėte, 30 dienų.</li>
<li><strong>Kalba:</strong> jūsų pasirinkta kalba.</li>
<li><strong>Pranešimas:</strong> kad perskaitėte pranešimą apie slapukus, 365 dienas.</li>
</ul>
<p>Slapukus naršyklėje galite ištrinti bet kada; tada būsite atjungti ir vėl matysite pranešimą.</p>$html$);
